import type { Endpoint } from '@steelyard/contract'
import type { Actor } from '../access/actor.ts'
import type { Access } from '../access/permissions.ts'
import type { Reach } from '../access/reach.ts'
import type { RateClass } from './define-route.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The guards set it before any handler runs. */
    actor: Actor
  }
  interface FastifyContextConfig {
    /** A route without it cannot be registered. */
    access?: Access
    /** Nor, for a permission on things of hosts, without this. */
    reach?: Reach
    rate?: RateClass
    /** The body holds the bytes of a file, which may take hours. */
    carriesFile?: boolean
    endpoint?: Endpoint
  }
  interface Session {
    userId?: string
    /** Of the identity provider that has confirmed the person; absent after a password. */
    providerId?: string
    /** From where and with what it began. */
    address?: string
    userAgent?: string
  }
}
