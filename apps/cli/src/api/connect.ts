import { ApiError, createClient, type Endpoint, problemOf, urlOf } from '@steelyard/contract'
import type { Given } from '../command.ts'
import { UsageFault } from '../faults.ts'
import { checkedAddress } from '../login/address.ts'
import { readLogin } from '../login/stored-login.ts'
import type { Terminal } from '../terminal/terminal.ts'

export interface Api {
  readonly address: string
  readonly authorization: string
  readonly call: ReturnType<typeof createClient>
  urlOf(endpoint: Endpoint, params: object, query?: object): string
  /** Opens an answer that is no JSON: a table, or a stream of events. */
  open(endpoint: Endpoint, params: object, query?: object): Promise<Response>
}

export function apiAt(address: string, token: string): Api {
  const base = `${address}/api/v1`
  const authorization = `Bearer ${token}`
  // Whoever answers with another address would be sent what is meant for this one.
  const safely: typeof fetch = (input, init) => fetch(input, { ...init, redirect: 'error' })
  const place: Api['urlOf'] = ({ path }, params, query) => urlOf(base, path, params, query)
  return {
    address,
    authorization,
    call: createClient(base, safely, { authorization }),
    urlOf: place,
    async open(endpoint, params, query) {
      const answer = await safely(place(endpoint, params, query), { headers: { authorization } })
      if (!answer.ok) throw new ApiError(await problemOf(answer))
      return answer
    },
  }
}

/**
 * The Steelyard of the environment, or else the one of `steelyard login`. A stored token goes to
 * the address that it was stored with, and to no other.
 * @throws UsageFault without either
 */
export function connect({ env }: Terminal, given: Given): Api {
  const { STEELYARD_ADDRESS: address, STEELYARD_TOKEN: token } = env
  const insecure = given.has('insecure')
  if (address) {
    if (!token) throw new UsageFault('STEELYARD_ADDRESS is set without STEELYARD_TOKEN.')
    return apiAt(checkedAddress(address, { insecure }), token)
  }
  const stored = readLogin(env)
  if (!stored) throw new UsageFault('You are not signed in. Run steelyard login ADDRESS.')
  const allowed = insecure || stored.insecure
  return apiAt(checkedAddress(stored.address, { insecure: allowed }), token || stored.token)
}
