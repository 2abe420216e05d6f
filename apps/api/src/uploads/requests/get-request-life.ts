import { type LifeSpan, requestLife, secondsOf } from '@steelyard/analysis'
import type { RequestLife } from '@steelyard/contract'
import type { LoggedRequest } from '@steelyard/traces'
import type { Deps } from '../../deps.ts'
import { notFound } from '../../errors.ts'
import { isoOf } from '../../iso-of.ts'
import { toAppError } from '../inspection/trace-trouble.ts'
import { presentParts } from './present-parts.ts'
import { type AskedPart, type GuestInPart, loadTracedGuest } from './traced-guest.ts'

/** @throws AppError `request-not-found`, `too-much-traced`; as `loadTracedGuest` does */
export async function getRequestLife(
  deps: Pick<Deps, 'db' | 'config'>,
  { id, number }: { id: string; number: number },
  asked: AskedPart,
): Promise<RequestLife> {
  const guest = await loadTracedGuest(deps, id, asked)
  const { domain, recording, spent } = guest
  const request = spent.requests[number]
  if (!request) throw notFound('request')
  return {
    number,
    domain,
    startedAt: isoOf(recording.startEpochSeconds + request.startSeconds),
    startSeconds: request.startSeconds,
    ms: 1000 * (request.endSeconds - request.startSeconds),
    parts: presentParts(spent.parts, secondsOf(spent, number)),
    spans: lifeOf(guest, request).map(({ fromSeconds, toSeconds, ...span }) => ({
      ...span,
      fromMs: 1000 * fromSeconds,
      toMs: 1000 * toSeconds,
    })),
  }
}

function lifeOf({ domain, recording, requests }: GuestInPart, request: LoggedRequest): LifeSpan[] {
  try {
    return requestLife(recording.schedule, domain, requests, request)
  } catch (error) {
    throw toAppError(error)
  }
}
