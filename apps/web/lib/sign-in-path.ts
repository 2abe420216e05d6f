/** Where to sign in so that the way back is kept. */
export function signInPath(returnTo: string): string {
  return returnTo === '/' ? '/sign-in' : `/sign-in?next=${encodeURIComponent(returnTo)}`
}

/** Only a path of this origin is followed after signing in: an open redirect would help phishing. */
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
