import type * as contract from '@steelyard/contract'
import type { CallOptions, Endpoint, Output } from '@steelyard/contract'
import { type PROVIDER_SIGN_IN_PATH, urlOf } from '@steelyard/contract/plain'
import type { z } from 'zod'

// Pages name the operations of the API and know their types. What an operation takes and answers,
// in schemas, is large; the browser loads it with the first call, after the first paint.

type Contract = typeof contract

/** The name of an operation, as the contract exports it. */
export type Operation = {
  [Name in keyof Contract]: Contract[Name] extends Pick<Endpoint, 'id' | 'method'> ? Name : never
}[keyof Contract]

export type OptionsOf<Name extends Operation> =
  Contract[Name] extends Endpoint<infer P, infer Q, infer B, z.ZodType>
    ? CallOptions<P, Q, B>
    : never

/** What is entered for the body of an operation; the schema may leave some of it to defaults. */
export type BodyOf<Name extends Operation> = z.input<NonNullable<Contract[Name]['body']>>

/** The body once it is checked. */
export type SentBodyOf<Name extends Operation> = z.output<NonNullable<Contract[Name]['body']>>

export type AnswerOf<Name extends Operation> =
  Contract[Name] extends Endpoint<z.ZodType, z.ZodType, z.ZodType, infer R> ? Output<R> : never

/** The lists that are read page by page. */
export type PagedOperation = {
  [Name in Operation]: AnswerOf<Name> extends {
    data: unknown[]
    meta: { nextCursor: string | null }
  }
    ? Name
    : never
}[Operation]

export const API_BASE = '/api/v1'

/** The address of an operation that the browser itself follows: a download or a stream. */
export function addressOf(
  path: Contract[Operation]['path'] | typeof PROVIDER_SIGN_IN_PATH,
  params?: Record<string, string>,
  query?: object,
): string {
  return urlOf(API_BASE, path, params, query)
}
