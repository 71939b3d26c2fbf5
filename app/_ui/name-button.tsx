/** A name that opens the card of whoever bears it. */
export const NameButton = ({ name, onPress }: { name: string; onPress: () => void }) => (
  <button
    type="button"
    dir="auto"
    onClick={onPress}
    aria-haspopup="dialog"
    className="max-w-full cursor-pointer truncate rounded-small font-semibold underline-offset-2 hover:underline pointer-coarse:min-h-6"
  >
    {name}
  </button>
)
