/**
 * Where a browser without scripts sends the sign-in form, with the fields `email`, `password` and
 * `next`. It answers with the session cookie and the way to `next`, or with the way back to the
 * form, whose `refused` then names the problem's code.
 */
export const SIGN_IN_FORM_PATH = '/session/form'

/** The same for the form of the second step, with the fields `code` and `next`. */
export const CODE_FORM_PATH = '/session/form/code'

/**
 * Where the sign-in with a provider begins (`/callback`: where it ends; `/sign-out`: the way to the
 * provider's own sign-out), relative to the API. These addresses are for browsers, which follow them.
 * `next` is where they lead afterwards; with `confirm=yes` the provider asks whoever is signed in
 * here again who they are.
 */
export const PROVIDER_SIGN_IN_PATH = '/sign-in/:id'

/** The sign-in address that leads to a page afterwards. */
export function signInPath(returnTo: string, refused?: string): string {
  const query = new URLSearchParams()
  if (returnTo !== '/') query.set('next', returnTo)
  if (refused) query.set('refused', refused)
  return query.size > 0 ? `/sign-in?${query}` : '/sign-in'
}

/** The page on which somebody wanted to confirm something, with the code of why it failed. */
export function unconfirmedPath(returnTo: string, unconfirmed: string): string {
  const { pathname, search, hash } = new URL(returnTo, 'http://origin.invalid')
  const query = new URLSearchParams(search)
  query.set('unconfirmed', unconfirmed)
  return `${pathname}?${query}${hash}`
}

/** Accepts only a path of this origin after signing in: an open redirect would help phishing. */
export function safeReturnPath(next: string | null): string {
  if (!next || !URL.canParse(next, 'http://origin.invalid')) return '/'
  const { origin, pathname, search, hash } = new URL(next, 'http://origin.invalid')
  // `/.//evil.example` resolves to a path that a browser takes for another host.
  const isOurs = next.startsWith('/') && origin === 'http://origin.invalid'
  return isOurs && !pathname.startsWith('//') ? pathname + search + hash : '/'
}

/** The token of a one-time link, `…#token=…`; empty if it has none. */
export function tokenOfLink(link: string): string {
  return new URLSearchParams(link.split('#')[1]).get('token') ?? ''
}
