import { z } from 'zod'
import { callJsonRpc } from '../connection/json-rpc.ts'
import type { ConnectOptions, PoolMember } from '../connection/pinned-socket.ts'
import { withTimeLimit } from '../connection/time-limit.ts'
import { isContactLost, XapiError } from '../xapi-error.ts'

export interface Account {
  user: string
  password: string
  /** Sessions are counted by originator: a tool that leaks them ends only its own. */
  originator: string
}

export interface Session {
  coordinator: PoolMember
  /** XAPI's opaque reference, with which every call begins. */
  reference: string
}

interface Search extends Omit<ConnectOptions, 'signal'> {
  /** For each login: a wrong password takes XAPI 2 s. */
  seconds: number
  /** Takes the right to a call. */
  take: () => Promise<void>
}

/** `[address]` or nothing, as a member names the coordinator that it believes in. */
const redirect = z.tuple([z.string().min(1)]).rest(z.unknown())

/**
 * Logs in at whichever member answers *as* coordinator, the first one first. That a member names a
 * coordinator proves nothing: it goes on naming a dead one. So the named one is asked once, if its
 * certificate is pinned, and otherwise the next member.
 *
 * @throws XapiError `auth-failed` at once, as every further try may lock the account;
 *   `certificate-changed`, `coordinator-not-pinned` or `no-coordinator` when nobody was found
 */
export async function findCoordinator(
  members: readonly PoolMember[],
  account: Account,
  search: Search,
): Promise<Session> {
  const waiting = [...members]
  const tried = new Set<PoolMember>()
  const failures: XapiError[] = []
  for (let member = waiting.shift(); member; member = waiting.shift()) {
    if (tried.has(member)) continue
    tried.add(member)
    try {
      return { coordinator: member, reference: await logIn(member, account, search) }
    } catch (error) {
      if (!(error instanceof XapiError) || !staysWithMember(error)) throw error
      failures.push(error)
      if (error.xapiCode !== 'HOST_IS_SLAVE') continue
      const named = redirect.safeParse(error.parameters).data?.[0]
      const coordinator = members.find(({ address }) => isSame(address, named))
      if (coordinator) waiting.unshift(coordinator)
      else if (named !== undefined) failures.unshift(notPinned(named))
    }
  }
  throw worstOf(failures)
}

async function logIn(member: PoolMember, account: Account, search: Search): Promise<string> {
  const { user, password, originator } = account
  await search.take()
  const result = await withTimeLimit('The login', search.seconds, undefined, (signal) =>
    callJsonRpc(member, 'session.login_with_password', [user, password, '1.0', originator], {
      resolve: search.resolve,
      signal,
    }),
  )
  const reference = z.string().startsWith('OpaqueRef:').safeParse(result)
  if (reference.success) return reference.data
  throw new XapiError('unexpected-answer', 'The answer to the login is not a session.')
}

/** Whether the next member may know better. */
function staysWithMember({ code, xapiCode }: XapiError): boolean {
  return (
    xapiCode === 'HOST_IS_SLAVE' ||
    xapiCode === 'HOST_STILL_BOOTING' ||
    [
      'unreachable',
      'timeout',
      'certificate-changed',
      'address-refused',
      'unexpected-answer',
    ].includes(code)
  )
}

function isSame(address: string, named: string | undefined): boolean {
  return address.toLowerCase() === named?.toLowerCase()
}

function notPinned(address: string): XapiError {
  return new XapiError(
    'coordinator-not-pinned',
    `The pool names ${address} as its coordinator, whose certificate is not pinned.`,
    { parameters: [address] },
  )
}

/** What a person has to settle comes before what may pass by itself. */
function worstOf(failures: readonly XapiError[]): XapiError {
  const settle = ['certificate-changed', 'coordinator-not-pinned', 'address-refused']
  for (const code of settle) {
    const found = failures.find((failure) => failure.code === code)
    if (found) return found
  }
  const only = failures.length === 1 ? failures[0] : undefined
  if (only && isContactLost(only)) return only
  const all = failures.map(({ message }) => message).join(' ')
  return new XapiError('no-coordinator', `No member answers as coordinator. ${all}`)
}
