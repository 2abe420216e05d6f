import { ApiFailure } from './api-failure.ts'
import { newReference } from './database.ts'
import type { Role } from './roles.ts'

export interface DoubleAccount {
  user: string
  password: string
  role: Role
}

export interface DoubleSession {
  account: DoubleAccount
  originator: string
}

/** XAPI keeps so many sessions of an originator, and ends the oldest for the next. */
const MOST_OF_AN_ORIGINATOR = 500

/** The sessions of a pool. */
export class Sessions {
  readonly accounts: DoubleAccount[]
  readonly #open = new Map<string, DoubleSession>()

  constructor(accounts: readonly DoubleAccount[]) {
    this.accounts = [...accounts]
  }

  /** References of the sessions that are open. */
  get open(): string[] {
    return [...this.#open.keys()]
  }

  logIn(user: string, password: string, originator: string): string {
    const account = this.accounts.find((each) => each.user === user)
    if (account?.password !== password)
      throw new ApiFailure('SESSION_AUTHENTICATION_FAILED', user, 'Authentication failure')
    const own = [...this.#open].filter(([, session]) => session.originator === originator)
    if (own.length >= MOST_OF_AN_ORIGINATOR) this.#open.delete(own[0]![0])
    const reference = newReference()
    this.#open.set(reference, { account, originator })
    return reference
  }

  /** @throws ApiFailure SESSION_INVALID, which echoes whatever was sent */
  get(reference: string): DoubleSession {
    const session = this.#open.get(reference)
    if (!session) throw new ApiFailure('SESSION_INVALID', reference)
    return session
  }

  end(reference: string): void {
    this.get(reference)
    this.#open.delete(reference)
  }

  /** Ends them all, as a coordinator that starts anew does. */
  endAll(): void {
    this.#open.clear()
  }
}
