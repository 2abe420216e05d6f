import type { ZodType } from 'zod'
import { CallBudget } from '../connection/call-budget.ts'
import { exchange, type HttpAnswer } from '../connection/exchange.ts'
import { callJsonRpc, USER_AGENT, unexpected } from '../connection/json-rpc.ts'
import {
  checkMember,
  type MemberAddress,
  type PoolMember,
  type ResolveAddress,
} from '../connection/pinned-socket.ts'
import { withTimeLimit } from '../connection/time-limit.ts'
import { isContactLost, XapiError } from '../xapi-error.ts'
import { type Account, findCoordinator, type Session } from './find-coordinator.ts'
import { isRead } from './is-read.ts'

export interface PoolOptions {
  /** All hosts of the pool whose certificates a person has seen, whoever is coordinator. */
  members: readonly PoolMember[]
  user: string
  password: string
  /** Default `steelyard`. */
  originator?: string
  /** Limit for every call, waiting for the budget included. Default 30 s. */
  callSeconds?: number
  /** Default 120. */
  callsPerMinute?: number
  resolve?: ResolveAddress
}

export interface CallOptions {
  /** In place of the pool's `callSeconds`. */
  seconds?: number
  signal?: AbortSignal
  /** False where an answer under another session would mean something else. Default: for reads. */
  mayRepeat?: boolean
}

/** Calls a pool through its coordinator, under one session, which begins with the first call. */
export class XapiPool {
  readonly members: readonly PoolMember[]
  readonly #account: Account
  readonly #callSeconds: number
  readonly #budget: CallBudget
  readonly #resolve: ResolveAddress | undefined
  #session: Session | null = null
  #opening: Promise<Session> | null = null
  #lastCoordinator: PoolMember | null = null
  readonly #loggingOut = new Set<Promise<void>>()
  #isClosed = false

  /** @throws XapiError `invalid-argument` */
  constructor(options: PoolOptions) {
    for (const member of options.members) checkMember(member)
    if (options.members.length === 0)
      throw new XapiError('invalid-argument', 'A pool needs at least one member.')
    this.members = options.members
    const { user, password, originator = 'steelyard' } = options
    this.#account = { user, password, originator }
    this.#callSeconds = options.callSeconds ?? 30
    this.#budget = new CallBudget(options.callsPerMinute ?? 120)
    this.#resolve = options.resolve
  }

  /** The member that last answered as coordinator, or null before the first call. */
  get coordinator(): MemberAddress | null {
    const { address, port } = this.#lastCoordinator ?? {}
    return address === undefined || port === undefined ? null : { address, port }
  }

  /** Calls and logins that were sent. */
  get callsMade(): number {
    return this.#budget.callsMade
  }

  get callSeconds(): number {
    return this.#callSeconds
  }

  /**
   * Calls `class.method` with the parameters after the session. A read whose session has ended, or
   * whose coordinator is one no longer, is made once more under a new session.
   *
   * @param shape what the result has to be
   * @throws XapiError
   */
  async call<T>(
    method: string,
    params: readonly unknown[],
    shape: ZodType<T>,
    options: CallOptions = {},
  ): Promise<T> {
    const result = await this.#within(method, options, endsSession, (session, signal) =>
      callJsonRpc(session.coordinator, method, [session.reference, ...params], {
        resolve: this.#resolve,
        signal,
      }),
    )
    const parsed = shape.safeParse(result)
    if (parsed.success) return parsed.data
    const { path, message } = parsed.error.issues[0]!
    throw unexpected(method, `${path.join('.').slice(0, 200)}: ${message.slice(0, 200)}`)
  }

  /**
   * Gets a document from a member under the session of the pool.
   * @param member one of `members`: no other certificate is accepted there
   * @throws XapiError `session-ended` for 401 after a new login too
   */
  async get(member: PoolMember, path: string, options: CallOptions = {}): Promise<HttpAnswer> {
    const what = path.split('?')[0]!
    const withRepeat = { mayRepeat: true, ...options }
    return this.#within(what, withRepeat, isSessionInvalid, async (session, signal) => {
      const headers = { cookie: `session_id=${session.reference}`, 'user-agent': USER_AGENT }
      const connect = { resolve: this.#resolve, signal }
      const answer = await exchange(member, { method: 'GET', path, headers }, connect)
      if (answer.status !== 401) return answer
      throw new XapiError('session-ended', `The session is not good for ${what}.`)
    })
  }

  /** Ends the session, so that none is left behind. Calls that are under way fail. */
  async close(): Promise<void> {
    this.#isClosed = true
    const session = this.#session ?? (await this.#opening?.catch(() => null)) ?? null
    this.#session = null
    if (session) this.#logOut(session)
    await Promise.all(this.#loggingOut)
  }

  #logOut({ coordinator, reference }: Session): void {
    const ended = withTimeLimit('The logout', this.#callSeconds, undefined, (signal) =>
      callJsonRpc(coordinator, 'session.logout', [reference], { resolve: this.#resolve, signal }),
    )
      .catch(() => {}) // A session that cannot be ended, XAPI ends by itself after a day.
      .then(() => {
        this.#loggingOut.delete(ended)
      })
    this.#loggingOut.add(ended)
  }

  async #within<T>(
    what: string,
    { seconds = this.#callSeconds, signal, mayRepeat = isRead(what) }: CallOptions,
    ends: (error: unknown) => boolean,
    work: (session: Session, signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    return withTimeLimit(what, seconds, signal, async (stop) => {
      const once = async () => {
        await this.#budget.take(seconds, stop)
        const session = await this.#open()
        stop.throwIfAborted()
        try {
          return await work(session, stop)
        } catch (error) {
          if (ends(error) && this.#session === session) this.#leave(session, error)
          throw error
        }
      }
      try {
        return await once()
      } catch (error) {
        if (!mayRepeat || !ends(error) || stop.aborted) throw error
        return await once()
      }
    })
  }

  /** Another login follows, so this session has to end where XAPI may still know it. */
  #leave(session: Session, error: unknown): void {
    this.#session = null
    if (!isSessionInvalid(error)) this.#logOut(session)
  }

  async #open(): Promise<Session> {
    if (this.#isClosed) throw new XapiError('cancelled', 'The pool was closed.')
    if (this.#session) return this.#session
    // Calls that come together share a login, or each would leave a session behind.
    this.#opening ??= this.#logIn().finally(() => {
      this.#opening = null
    })
    return this.#opening
  }

  async #logIn(): Promise<Session> {
    const last = this.#lastCoordinator
    const members = last ? [last, ...this.members.filter((each) => each !== last)] : this.members
    const session = await findCoordinator(members, this.#account, {
      resolve: this.#resolve,
      seconds: this.#callSeconds,
      take: () => this.#budget.take(this.#callSeconds, new AbortController().signal),
    })
    this.#session = session
    this.#lastCoordinator = session.coordinator
    return session
  }
}

function isSessionInvalid(error: unknown): boolean {
  return error instanceof XapiError && error.code === 'session-ended'
}

/**
 * Whether another session, perhaps at another member, may be answered. Silence is among it: a member
 * whose coordinator died answers a login at once, and leaves calls of a session hanging.
 */
function endsSession(error: unknown): boolean {
  return (
    isSessionInvalid(error) ||
    isContactLost(error) ||
    (error instanceof XapiError && error.xapiCode === 'HOST_IS_SLAVE')
  )
}
