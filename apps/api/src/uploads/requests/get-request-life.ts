import { requestLife, secondsOf } from '@steelyard/analysis'
import { RequestLife } from '@steelyard/contract'
import { isoOf } from '../../epoch.ts'
import { notFound } from '../../errors.ts'
import { presentParts } from './present-parts.ts'
import { type AskedPart, type TracedQuestion, tracedGuest } from './traced-guest.ts'
import { written } from './written.ts'

/** @throws AppError `request-not-found`; TraceError `too-much-traced`; as `tracedGuest` does */
export async function getRequestLife(
  question: TracedQuestion<AskedPart & { number: number }>,
): Promise<Uint8Array> {
  const { domain, recording, requests, spent } = await tracedGuest(question)
  const { number } = question.asked
  const request = spent.requests[number]
  if (!request) throw notFound('request')
  const life = requestLife(recording.schedule, domain, requests, request)
  return written(RequestLife, {
    number,
    domain,
    startedAt: isoOf(recording.startEpochSeconds + request.startSeconds),
    startSeconds: request.startSeconds,
    ms: 1000 * (request.endSeconds - request.startSeconds),
    parts: presentParts(spent.parts, secondsOf(spent, number)),
    spans: life.map(({ fromSeconds, toSeconds, ...span }) => ({
      ...span,
      fromMs: 1000 * fromSeconds,
      toMs: 1000 * toSeconds,
    })),
  })
}
