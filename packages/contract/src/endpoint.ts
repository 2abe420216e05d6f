import type { z } from 'zod'

/**
 * One operation of the REST API. The API registers its routes from these, the dashboard and any
 * script call them through `createClient`; OpenAPI is generated from them. Paths are relative to
 * `/api/v1` and written in Fastify's `:name` form.
 */
export interface Endpoint<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Response extends z.ZodType = z.ZodType,
> {
  readonly id: string
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly path: string
  readonly tag: string
  readonly summary: string
  readonly description?: string
  readonly params?: Params
  readonly query?: Query
  readonly body?: Body
  /** The one successful answer; every failure is `application/problem+json`. */
  readonly status: 200 | 201 | 202 | 204
  readonly response?: Response
  /** Content type of the successful answer when it is not JSON. */
  readonly produces?: 'text/csv' | 'text/event-stream' | 'text/plain'
  /** Takes an `Idempotency-Key` header: a repeated call gives the first answer again. */
  readonly idempotent?: boolean
  /** A POST that changes nothing, because its question is too long for an address. */
  readonly readOnly?: boolean
}

export function endpoint<
  P extends z.ZodType = z.ZodNever,
  Q extends z.ZodType = z.ZodNever,
  B extends z.ZodType = z.ZodNever,
  R extends z.ZodType = z.ZodNever,
>(definition: Endpoint<P, Q, B, R>): Endpoint<P, Q, B, R> {
  return definition
}
