/** The sign-in address that leads back to the current page afterwards. */
export function signInPath(returnTo: string): string {
  return returnTo === '/' ? '/sign-in' : `/sign-in?next=${encodeURIComponent(returnTo)}`
}

/** Accepts only a path of this origin after signing in: an open redirect would help phishing. */
export function safeReturnPath(next: string | null): string {
  if (!next || !/^\/(?![/\\])/.test(next)) return '/'
  try {
    const resolved = new URL(next, 'http://origin.invalid')
    if (resolved.origin !== 'http://origin.invalid') return '/'
    return resolved.pathname + resolved.search + resolved.hash
  } catch {
    return '/'
  }
}
