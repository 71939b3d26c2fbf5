/**
 * Where requests that change something may come from: the application's own address. On a loopback address
 * `localhost` and `127.0.0.1` are the same machine and people type either.
 */
export function trustedOrigins(appUrl: string): string[] {
  const { protocol, hostname, port } = new URL(appUrl)
  const names = LOOPBACK.includes(hostname) ? LOOPBACK : [hostname]
  return names.map((name) => `${protocol}//${name}${port ? `:${port}` : ''}`)
}

const LOOPBACK = ['localhost', '127.0.0.1']
