import type { Endpoint } from '@steelyard/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Actor } from '../access/actor.ts'
import type { Access } from '../access/permissions.ts'
import type { Reach } from '../access/reach.ts'
import type { Db } from '../db.ts'
import type { Deps } from '../deps.ts'
import type { RouteCost } from './route-cost.ts'
import type { Written } from './written.ts'

type Parsed<T> = T extends z.ZodNever ? undefined : T extends z.ZodType ? z.output<T> : undefined

/** Operations without an answer (204, streams) return nothing. */
// biome-ignore lint/suspicious/noConfusingVoidType: it is only ever a handler's return type
type Answer<R> = R extends z.ZodNever ? void : R extends z.ZodType ? z.output<R> | Written : never

/** `strict` is for operations that check secrets or touch a host: sign-in, setup, apply. */
export type RateClass = 'normal' | 'strict'

interface RouteInput<P, Q, B> {
  params: Parsed<P>
  query: Parsed<Q>
  body: Parsed<B>
  actor: Actor
  deps: Deps
  /** For cookies and streams only; use cases never see it. */
  http: { request: FastifyRequest; reply: FastifyReply }
}

interface RouteOptions<P, Q, B, R> {
  access: Access
  /** Required for permissions on things that belong to hosts; the guard checks it. */
  reach?: Reach
  /**
   * The audit action of a change, or several of which one is recorded. The wrapper fails a successful
   * answer that recorded none.
   */
  audit?: string | readonly string[]
  /**
   * Changes who may do what or what guards others, so a person must have signed in or confirmed
   * within 15 minutes that it is still them. Tokens have no one to ask; their scopes decide.
   */
  fresh?: boolean
  /**
   * Changes a setting that guards others, or shows or sends what happens on every host, so the caller
   * must have every right of an administrator: a token for people alone must not switch off what
   * holds it back.
   */
  everyRight?: boolean
  rate?: RateClass
  /**
   * Where serving it can cost more than its own input and a page of rows. `route-costs.test.ts` keeps
   * the table of all routes.
   */
  cost?: RouteCost
  /** Logged only when it fails, for operations that are polled every few seconds. */
  quiet?: boolean
  /** The `Location` of the resource that was created or started, relative to `/api/v1`. */
  location?: (answer: Exclude<Answer<R>, Written>) => string
  /**
   * For reads: names the state that the answer depends on, besides the request and the caller's
   * rights. The answer is kept until the name changes, and has an `ETag`.
   */
  version?(db: Db, params: Parsed<P>): Promise<string>
  handler(input: RouteInput<P, Q, B>): Promise<Answer<R>>
}

export interface Route {
  endpoint: Endpoint
  options: RouteOptions<z.ZodType, z.ZodType, z.ZodType, z.ZodType>
}

/**
 * Ties one operation of the contract to its use case. `http/register-route.ts` runs the steps in
 * order: rate limit, principal, authorise, validate, (replay), handler, audit check.
 */
export function defineRoute<
  P extends z.ZodType,
  Q extends z.ZodType,
  B extends z.ZodType,
  R extends z.ZodType,
>(endpoint: Endpoint<P, Q, B, R>, options: RouteOptions<P, Q, B, R>): Route {
  // The types are erased here, once: a list holds routes of all shapes, and each was checked above.
  return { endpoint, options } as unknown as Route
}

export interface Module {
  routes: readonly Route[]
  /** Adds routes that the contract cannot describe, such as tus; each declares `config.access`. */
  extend?(app: FastifyInstance, deps: Deps): Promise<void> | void
}
