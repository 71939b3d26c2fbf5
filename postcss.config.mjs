/** Tailwind v4: utilities from `app/globals.css`, mapped to the tokens of `app/_ui/tokens.css`. */
export default { plugins: { '@tailwindcss/postcss': {} } }
