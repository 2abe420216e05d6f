import { MAX_TRACED_SECONDS } from '@steelyard/contract'
import type { PartWithRequests } from '@steelyard/traces'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import { loadTracedPart } from '../requests/load-traced-part.ts'

export interface AskedPart {
  fromSeconds: number
  seconds: number
}

/**
 * Part of a trace with the requests that its access logs let place in it. Whatever keeps them from
 * being placed, the part can be shown without them.
 * @throws AppError `busy`
 */
export async function withPlacedRequests(
  deps: Pick<Deps, 'db' | 'config'>,
  { id, sourceId }: { id: string; sourceId: string },
  { fromSeconds, seconds }: AskedPart,
): Promise<PartWithRequests> {
  const part = { fromSeconds, toSeconds: fromSeconds + seconds }
  if (seconds > MAX_TRACED_SECONDS) return { ...part, requests: new Map() }
  try {
    const { guests } = await loadTracedPart(deps, id, part, sourceId)
    const requests = [...guests].map(([domain, its]) => [domain, its.requests] as const)
    return { ...part, requests: new Map(requests) }
  } catch (error) {
    if (!(error instanceof AppError) || error.kind !== 'unprocessable') throw error
    return { ...part, requests: new Map() }
  }
}
