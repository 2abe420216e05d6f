import type { FastifyRequest } from 'fastify'
import { AppError } from '../errors.ts'
import { MINUTE_MS } from '../milliseconds.ts'
import './request-context.ts'

/** How long a sign-in or a confirmation holds for changes of who may do what (ASVS 7.5.1). */
export const CONFIRMED_MS = 15 * MINUTE_MS

/** Whether the route needs a fresh confirmation that the session of this person does not have. */
export function lacksConfirmation({ routeOptions, actor, session }: FastifyRequest): boolean {
  if (!routeOptions.config.fresh || actor.principal.kind !== 'user') return false
  return (session.confirmedAt ?? 0) < Date.now() - CONFIRMED_MS
}

export function confirmationNeeded(): AppError {
  return new AppError('forbidden', 'Confirm that it is still you, then try again.', {
    code: 'confirmation-needed',
  })
}
