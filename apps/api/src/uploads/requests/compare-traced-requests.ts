import { compareRequests } from '@steelyard/analysis'
import { RequestComparison } from '@steelyard/contract'
import { unprocessable } from '../../errors.ts'
import { selectionOf } from './listed-request.ts'
import { type AskedPart, type TracedQuestion, tracedGuest } from './traced-guest.ts'
import { written } from './written.ts'

/** @throws AppError `too-few-selected`; as `tracedGuest` does */
export async function compareTracedRequests(
  question: TracedQuestion<AskedPart & Parameters<typeof selectionOf>[0]>,
): Promise<Uint8Array> {
  const { spent, recording } = await tracedGuest(question)
  const compared = compareRequests(spent, recording.schedule, selectionOf(question.asked))
  if (!compared)
    throw unprocessable(
      'too-few-selected',
      'To compare, at least two requests must be selected and two left. Select a larger or a smaller region.',
    )
  return written(RequestComparison, {
    selected: sideOf(compared.selected),
    others: sideOf(compared.others),
    parts: compared.parts.map((part) => ({
      kind: part.kind,
      domain: part.domain,
      selectedMs: 1000 * part.selectedSeconds,
      otherMs: 1000 * part.otherSeconds,
      differenceMs: 1000 * part.differenceSeconds,
      lowMs: 1000 * part.lowSeconds,
      highMs: 1000 * part.highSeconds,
      isOverRepresented: part.isOverRepresented,
    })),
    periods: compared.periods,
  })
}

function sideOf({ requests, meanSeconds }: { requests: number; meanSeconds: number }) {
  return { requests, meanMs: 1000 * meanSeconds }
}
