import { compareRequests } from '@steelyard/analysis'
import type * as contract from '@steelyard/contract'
import type { z } from 'zod'
import type { Deps } from '../../deps.ts'
import { unprocessable } from '../../errors.ts'
import { selectionOf } from './listed-request.ts'
import { loadTracedGuest } from './traced-guest.ts'

type Asked = z.output<typeof contract.TracedPart> & Parameters<typeof selectionOf>[0]

/** @throws AppError `too-few-selected`; as `loadTracedGuest` does */
export async function compareTracedRequests(
  deps: Pick<Deps, 'db' | 'config'>,
  uploadId: string,
  asked: Asked,
): Promise<contract.RequestComparison> {
  const { spent, recording } = await loadTracedGuest(deps, uploadId, asked)
  const compared = compareRequests(spent, recording.schedule, selectionOf(asked))
  if (!compared)
    throw unprocessable(
      'too-few-selected',
      'To compare, at least two requests must be selected and two left. Select a larger or a smaller region.',
    )
  return {
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
  }
}

function sideOf({ requests, meanSeconds }: { requests: number; meanSeconds: number }) {
  return { requests, meanMs: 1000 * meanSeconds }
}
