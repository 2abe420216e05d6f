import type { z } from 'zod'
import { ApiError } from './api-error.ts'
import { Problem } from './common.ts'
import type { Endpoint } from './endpoint.ts'
import { urlOf } from './url-of.ts'

type Input<T> = T extends z.ZodNever ? undefined : T extends z.ZodType ? z.input<T> : undefined
export type Output<T> = T extends z.ZodNever
  ? undefined
  : T extends z.ZodType
    ? z.output<T>
    : undefined

export interface CallOptions<P, Q, B> {
  params?: Input<P>
  query?: Input<Q>
  body?: Input<B>
  idempotencyKey?: string
  signal?: AbortSignal
}

/** What an answer that is no success says of itself. */
export async function problemOf(response: Response): Promise<Problem> {
  const parsed = Problem.safeParse(await response.json().catch(() => null))
  if (parsed.success) return parsed.data
  return {
    type: 'about:blank',
    title: response.statusText || 'Unexpected answer',
    status: response.status,
    detail: `The API answered ${response.status} without saying why.`,
    code: 'unexpected-answer',
    requestId: response.headers.get('x-request-id') ?? '',
  }
}

/** A typed client over `fetch` that validates answers against the contract. */
export function createClient(
  base = '/api/v1',
  fetchLike: typeof fetch = (...args) => fetch(...args),
  headers: Record<string, string> = {},
) {
  return async function call<
    P extends z.ZodType,
    Q extends z.ZodType,
    B extends z.ZodType,
    R extends z.ZodType,
  >(endpoint: Endpoint<P, Q, B, R>, options: CallOptions<P, Q, B> = {}): Promise<Output<R>> {
    const response = await fetchLike(urlOf(base, endpoint.path, options.params, options.query), {
      method: endpoint.method,
      headers: {
        accept: 'application/json',
        ...headers,
        ...(options.body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(options.idempotencyKey ? { 'idempotency-key': options.idempotencyKey } : {}),
      },
      body: options.body === undefined ? undefined : JSON.stringify(options.body),
      signal: options.signal,
    })
    if (!response.ok) throw new ApiError(await problemOf(response))
    if (!endpoint.response) return undefined as Output<R>
    return endpoint.response.parse(await response.json()) as Output<R>
  }
}
