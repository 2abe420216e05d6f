import { z } from 'zod'
import { refusalOf, XapiError } from '../xapi-error.ts'
import { exchange } from './exchange.ts'
import type { ConnectOptions, PoolMember } from './pinned-socket.ts'

/** How the product names itself beside the originator of its sessions. */
export const USER_AGENT = 'steelyard'

const envelope = z.union([
  z.object({
    error: z.object({ message: z.string(), data: z.array(z.unknown()).nullish() }),
  }),
  z.object({ result: z.unknown() }).refine((answer) => 'result' in answer),
])

/**
 * Makes one call by JSON-RPC 2.0, and gives its result as it came.
 *
 * @throws XapiError `refused`, `auth-failed`, `permission-denied` or `session-ended` as XAPI says,
 *   `unexpected-answer`, and those of `exchange`
 */
export async function callJsonRpc(
  member: PoolMember,
  method: string,
  params: readonly unknown[],
  options: ConnectOptions,
): Promise<unknown> {
  const { status, body } = await exchange(
    member,
    {
      method: 'POST',
      path: '/jsonrpc',
      headers: { 'content-type': 'application/json', 'user-agent': USER_AGENT },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    },
    options,
  )
  // XAPI answers errors of the API with 200, and what it cannot read with a page for people.
  if (status !== 200) throw unexpected(method, `status ${status}`)
  const answer = envelope.safeParse(jsonOf(method, body))
  if (!answer.success) throw unexpected(method, 'no JSON-RPC')
  if ('error' in answer.data) {
    const { message, data } = answer.data.error
    if (!/^[A-Za-z][A-Za-z0-9_.]{0,99}$/.test(message))
      throw unexpected(method, 'an error without a code')
    throw refusalOf(method, message, (data ?? []).map(asText))
  }
  return answer.data.result
}

export function unexpected(what: string, found: string): XapiError {
  return new XapiError('unexpected-answer', `The answer to ${what} is not one of XAPI: ${found}.`)
}

function jsonOf(method: string, body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    throw unexpected(method, 'no JSON')
  }
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
}
