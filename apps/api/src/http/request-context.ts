import type { Endpoint } from '@steelyard/contract'
import type { Actor } from '../access/actor.ts'
import type { Access } from '../access/permissions.ts'
import type { RateClass } from './define-route.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the guards before any handler runs. */
    actor: Actor
  }
  interface FastifyContextConfig {
    /** Without it a route cannot be registered. */
    access?: Access
    rate?: RateClass
    /** The body is a file's bytes, which may take hours. */
    carriesFile?: boolean
    endpoint?: Endpoint
  }
  interface Session {
    userId?: string
  }
}
