import * as contract from '@steelyard/contract'
import { hashPassword } from '../access/password.ts'
import { sessionCookieName } from '../http/session-cookie.ts'
import { personWith } from './person-with.ts'
import { type Caller, caller, PASSWORD, type TestApi } from './test-api.ts'

/** Creates a user with a password, and a caller with that user's session cookie, like a browser. */
export async function signInAs(
  api: TestApi,
  role: contract.Role | readonly contract.Grant[],
  email = `${crypto.randomUUID()}@example.org`,
): Promise<{ call: Caller; cookie: string; userId: string; email: string }> {
  const { id } = await api.deps.db.user.create({
    data: personWith(role, { email, passwordHash: await hashPassword(PASSWORD) }),
  })
  const reply = await api.anonymous(contract.signIn, { body: { email, password: PASSWORD } })
  const cookie = cookieOf(reply.headers['set-cookie'])
  return { call: caller(api.app, { cookie }), cookie, userId: id, email }
}

/** The `name=value` of the session's cookie, the newest of those that an answer sets. */
export function cookieOf(header: unknown): string {
  const cookies = [header].flat().map((cookie) => String(cookie).split(';')[0] ?? '')
  return (
    cookies.findLast((cookie) => cookie.includes(sessionCookieName({ secureCookies: false }))) ??
    cookies.at(-1) ??
    ''
  )
}
