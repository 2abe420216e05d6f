/**
 * Normalises a virtual host to a key: lower case, without port and trailing dot, IPv6 in its
 * brackets.
 */
export function vhostKey(logged: string): string {
  return logged.trim().toLowerCase().replace(/:\d+$/, '').replace(/\.$/, '')
}
