/** Says plainly that Node is too old, before anything fails for that reason in a less plain way. */
const NEEDED = [20, 19]

export function requireNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major > NEEDED[0] || (major === NEEDED[0] && minor >= NEEDED[1])) return
  console.error(
    `Carillon needs Node ${NEEDED.join('.')} or newer, and this is ${process.versions.node}. See https://nodejs.org`,
  )
  process.exit(1)
}
