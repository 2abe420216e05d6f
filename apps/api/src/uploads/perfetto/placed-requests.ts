import { MAX_TRACED_SECONDS } from '@steelyard/contract'
import { formatCount } from '@steelyard/contract/format'
import { type LeftOutRequests, MOST_IN_FLIGHT, type PartWithRequests } from '@steelyard/traces'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import { loadTracedPart } from '../requests/load-traced-part.ts'

export interface AskedPart {
  fromSeconds: number
  seconds: number
}

/**
 * Part of a trace with the requests that its access logs let place in it. Whatever keeps them from
 * being placed, the part can be shown without them, and says so.
 * @throws AppError `busy`
 */
export async function withPlacedRequests(
  deps: Pick<Deps, 'db' | 'config'>,
  { id, sourceId }: { id: string; sourceId: string },
  { fromSeconds, seconds }: AskedPart,
): Promise<PartWithRequests> {
  const part = { fromSeconds, toSeconds: fromSeconds + seconds }
  const without = (reason: string) => ({
    ...{ ...part, requests: new Map() },
    leftOut: [{ domain: null, reason }],
  })
  if (seconds > MAX_TRACED_SECONDS)
    return without(`they are shown in parts of up to ${MAX_TRACED_SECONDS} s`)
  try {
    const { guests, coarse, crowded } = await loadTracedPart(deps, id, part, sourceId)
    const requests = [...guests].map(([domain, its]) => [domain, its.requests] as const)
    return { ...part, requests: new Map(requests), leftOut: leftOutOf(coarse, crowded) }
  } catch (error) {
    if (!(error instanceof AppError) || error.kind !== 'unprocessable') throw error
    // Where no requests were logged, none are left out.
    if (error.code === 'no-access-log') return { ...part, requests: new Map() }
    return without(error.message)
  }
}

function leftOutOf(coarse: ReadonlySet<string>, crowded: ReadonlySet<string>): LeftOutRequests[] {
  const inAll = `the access log has more than ${formatCount(MOST_IN_FLIGHT)} in flight at once`
  return [
    ...[...coarse].map((domain) => ({ domain, reason: 'the access log stamps whole seconds' })),
    ...[...crowded].map((domain) => ({ domain, reason: inAll })),
  ]
}
