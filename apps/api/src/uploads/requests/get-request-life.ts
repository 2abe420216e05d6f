import { requestLife, secondsOf } from '@steelyard/analysis'
import type { RequestLife } from '@steelyard/contract'
import type { Deps } from '../../deps.ts'
import { notFound } from '../../errors.ts'
import { isoOf } from '../../iso-of.ts'
import { presentParts } from './present-parts.ts'
import { type AskedPart, loadTracedGuest } from './traced-guest.ts'

/** @throws AppError `request-not-found`; as `loadTracedGuest` does */
export async function getRequestLife(
  deps: Pick<Deps, 'db' | 'config'>,
  { id, number }: { id: string; number: number },
  asked: AskedPart,
): Promise<RequestLife> {
  const guest = await loadTracedGuest(deps, id, asked)
  const { domain, recording, requests, spent } = guest
  const request = spent.requests[number]
  if (!request) throw notFound('request')
  return {
    number,
    domain,
    startedAt: isoOf(recording.startEpochSeconds + request.startSeconds),
    startSeconds: request.startSeconds,
    ms: 1000 * (request.endSeconds - request.startSeconds),
    parts: presentParts(spent.parts, secondsOf(spent, number)),
    spans: requestLife(recording.schedule, domain, requests, request).map(
      ({ fromSeconds, toSeconds, ...span }) => ({
        ...span,
        fromMs: 1000 * fromSeconds,
        toMs: 1000 * toSeconds,
      }),
    ),
  }
}
