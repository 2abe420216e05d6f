import * as contract from '@steelyard/contract'
import { cookieOf } from '../../../apps/api/src/testing/sign-in.ts'
import { caller, startTestApi } from '../../../apps/api/src/testing/test-api.ts'

/** The API before a provider, and the two steps of a browser's way between them. */
export async function startSteelyard() {
  const api = await startTestApi()
  const admin = await api.as('administrator')
  return {
    admin,
    get: (url: string) => api.app.inject(url),
    close: () => api.close(),
    /** @returns the provider’s page to which the sign-in leads, and the cookie for the way back */
    async begin({ id }: contract.IdentityProvider) {
      const { headers } = await api.app.inject(`/api/v1/sign-in/${id}`)
      const cookie = String(headers['set-cookie']).split(';')[0]!
      return { address: String(headers.location), cookie }
    },
    /** @returns the session’s person, or where the answer leads instead */
    async finish(address: string, cookie: string): Promise<contract.User | string> {
      const { pathname, search } = new URL(address)
      const { headers } = await api.app.inject({ url: pathname + search, headers: { cookie } })
      if (headers.location) return String(headers.location)
      const call = caller(api.app, { cookie: cookieOf(headers['set-cookie']) })
      return (await call(contract.getSession)).body
    },
  }
}

export type Steelyard = Awaited<ReturnType<typeof startSteelyard>>
