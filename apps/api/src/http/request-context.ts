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
    /** A person must have confirmed lately that it is still them. */
    fresh?: boolean
    /** The caller must have every right of an administrator. */
    everyRight?: boolean
    /** The body holds the bytes of a file, which may take hours. */
    carriesFile?: boolean
    endpoint?: Endpoint
  }
  interface Session {
    /** Set only when every step of the sign-in has been taken. */
    userId?: string
    /** Of the identity provider that has confirmed the person; absent after a password. */
    providerId?: string
    /** Whose password was right, and what is still missing before `userId` may be set. */
    pending?: { userId: string; step: 'second-factor' | 'enrol' } | undefined
    /** What a passkey has to sign, once. */
    challenge?: { value: string; use: 'register' | 'sign'; until: number } | undefined
    /** When the person last signed in here, or confirmed that it is still them. */
    confirmedAt?: number
    /** From where and with what it began. */
    address?: string
    userAgent?: string
  }
}
