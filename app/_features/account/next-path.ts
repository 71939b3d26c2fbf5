/** Where to go after signing in: a path of ours, never another site's address. */
export function nextPath(asked: string | string[] | undefined): string {
  return typeof asked === 'string' && /^\/(?![/\\])/.test(asked) ? asked : '/'
}
