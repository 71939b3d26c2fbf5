/** The mark: a dial at nine o'clock, hung like a bell. */
export function Logo({ size = 28 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" fill="none" aria-hidden="true" className="shrink-0 text-brass">
      <path d="M16 2.5v3.2" stroke="currentColor" strokeWidth="2.2" strokeLinecap="round" />
      <circle cx="16" cy="17.5" r="11.3" stroke="currentColor" strokeWidth="2.2" />
      <path
        d="M16 10.8v6.7h-5.2"
        stroke="currentColor"
        strokeWidth="2.2"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <circle cx="16" cy="17.5" r="1.5" fill="currentColor" />
    </svg>
  )
}
