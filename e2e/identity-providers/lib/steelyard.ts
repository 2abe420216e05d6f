import { caller, cookieOf, startTestApi } from '@steelyard/api/testing'
import * as contract from '@steelyard/contract'

/** A way of a person through the pages of a provider, and the address to which it leads in the end. */
type Visit = (address: string) => Promise<string>

/** The API before a provider, and a browser's way between them. */
export async function startSteelyard() {
  const api = await startTestApi()
  const admin = await api.as('administrator')

  /** Goes to the provider and back; a session's cookie does not come along on the way back. */
  async function goAndReturn({ id }: contract.IdentityProvider, visit: Visit, session = '') {
    const begun = await api.app.inject({
      url: `/api/v1/sign-in/${id}${session ? '?confirm=yes' : ''}`,
      headers: { cookie: session },
    })
    const ticket = String(begun.headers['set-cookie']).split(';')[0]!
    const { pathname, search } = new URL(await visit(String(begun.headers.location)))
    const url = pathname + search
    const { headers, body } = await api.app.inject({ url, headers: { cookie: ticket } })
    return { location: headers.location, body, session: cookieOf(headers['set-cookie']) }
  }

  return {
    admin,
    get: (url: string) => api.app.inject(url),
    close: () => api.close(),
    /** @returns the session’s person, or where the answer leads instead */
    async signIn(
      provider: contract.IdentityProvider,
      visit: Visit,
    ): Promise<contract.User | string> {
      const { location, session } = await goAndReturn(provider, visit)
      if (location) return String(location)
      return (await caller(api.app, { cookie: session })(contract.getSession)).body
    },
    /** @returns whether the provider confirms whoever has just signed in, or why not */
    async confirm(provider: contract.IdentityProvider, visit: Visit): Promise<boolean | string> {
      const signedIn = await goAndReturn(provider, visit)
      const { body, session } = await goAndReturn(provider, visit, signedIn.session)
      const reason = /unconfirmed=([\w-]+)/.exec(body)?.[1]
      if (reason) return reason
      const { body: has } = await caller(api.app, { cookie: session })(contract.getSecondFactors)
      return has.provider.confirmedUntil !== null
    },
  }
}

export type Steelyard = Awaited<ReturnType<typeof startSteelyard>>
