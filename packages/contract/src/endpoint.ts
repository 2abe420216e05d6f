import type { z } from 'zod'

/**
 * One operation of the REST API. The API registers its routes from these definitions, the OpenAPI
 * document is generated from them, and the dashboard calls them through `createClient`. Paths are
 * relative to `/api/v1` and written in Fastify's `:name` form.
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
  /** Status of the only successful answer; failures are `application/problem+json`. */
  readonly status: 200 | 201 | 202 | 204
  readonly response?: Response
  /** Further statuses that come with the same answer. */
  readonly alsoAnswers?: readonly number[]
  /** Statuses of failures besides those that every operation of its kind has. */
  readonly failures?: readonly number[]
  /** Content type of the successful answer when it is not JSON. */
  readonly produces?:
    | 'application/octet-stream'
    | 'application/x-ndjson'
    | 'text/csv'
    | 'text/event-stream'
    | 'text/plain'
    | 'text/x-shellscript'
  /** `scim`: bodies, answers and failures are `application/scim+json` (RFC 7644). */
  readonly format?: 'scim'
  /** Whether it accepts an `Idempotency-Key` header, so that a repeated call gets the first answer. */
  readonly idempotent?: boolean
  /** Marks a POST that changes nothing; it is a POST because its question is too long for a URL. */
  readonly readOnly?: boolean
}

/** Keeps the path as a type, so that an address which no operation has does not compile. */
export function endpoint<
  const Path extends string,
  P extends z.ZodType = z.ZodNever,
  Q extends z.ZodType = z.ZodNever,
  B extends z.ZodType = z.ZodNever,
  R extends z.ZodType = z.ZodNever,
>(
  definition: Endpoint<P, Q, B, R> & { readonly path: Path },
): Endpoint<P, Q, B, R> & { readonly path: Path } {
  return definition
}
