/** A virtual host as a key: lower case, without port and closing dot, IPv6 in its brackets. */
export function vhostKey(logged: string): string {
  return logged.trim().toLowerCase().replace(/:\d+$/, '').replace(/\.$/, '')
}
