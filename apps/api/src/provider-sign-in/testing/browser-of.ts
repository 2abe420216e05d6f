import * as contract from '@steelyard/contract'
import type { FastifyInstance } from 'fastify'
import { cookieOf } from '../../testing/sign-in.ts'
import { caller } from '../../testing/test-api.ts'
import type { TestProvider } from '../../testing/test-provider.ts'

/** Goes through the addresses of a sign-in with a provider, with the cookies that a browser sends. */
export function browserOf(app: FastifyInstance) {
  async function get(url: string, cookie = '', more: Record<string, string> = {}) {
    const sent = { cookie, ...more }
    const { statusCode, headers, body } = await app.inject({ url, headers: sent })
    const set = [headers['set-cookie']].flat().map((line) => String(line).split(';')[0]!)
    return { status: statusCode, location: String(headers.location), body, headers, set }
  }

  /** The ticket and the address of the callback, as they come back from the provider. */
  async function toCallback(
    company: TestProvider,
    { id }: { id: string },
    query: Record<string, string> = {},
    cookie = '',
  ) {
    const begun = await get(`/api/v1/sign-in/${id}?${new URLSearchParams(query)}`, cookie)
    const ticket = begun.set.find((line) => line.startsWith('steelyard_ticket='))!
    const callback = new URL(await company.visit(begun.location))
    return { begun, ticket, callback, path: callback.pathname + callback.search }
  }

  /** The session's cookie does not come back from the provider's site (`SameSite=Strict`). */
  async function goAndReturn(...way: Parameters<typeof toCallback>) {
    const { path, ticket } = await toCallback(...way)
    const answer = await get(path, ticket)
    const cookie = cookieOf(answer.headers['set-cookie'])
    const call = caller(app, { cookie })
    const person = async () => (await call(contract.getSession)).body
    return { ...answer, cookie, call, person }
  }

  return { get, toCallback, goAndReturn }
}
