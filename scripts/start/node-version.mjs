/** Says plainly that Node is too old, before anything fails for that reason in a less plain way. */
const MAJOR = 20
const MINOR = 19

export function requireNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major > MAJOR || (major === MAJOR && minor >= MINOR)) return
  console.error(
    `Carillon needs Node ${MAJOR}.${MINOR} or newer, and this is ${process.versions.node}. See https://nodejs.org`,
  )
  process.exit(1)
}
