import type { TracedPart } from '@steelyard/contract'
import { MAX_TRACED_SECONDS, TRACED_SECONDS } from '@steelyard/contract/plain'
import type { z } from 'zod'

export type AskedPart = z.infer<typeof TracedPart>
/** The same with the domain whose requests are shown. */
export type ShownPart = AskedPart & { domain: string }

/** The part of the trace that an address names; what it names wrongly is as if it were not named. */
export function partIn(params: Pick<URLSearchParams, 'get'>): AskedPart {
  const from = Number(params.get('from'))
  const seconds = Number(params.get('seconds'))
  return {
    domain: params.get('domain')?.trim() || undefined,
    fromSeconds: from >= 0 && from <= 86_400 ? from : 0,
    seconds: seconds > 0 && seconds <= MAX_TRACED_SECONDS ? seconds : TRACED_SECONDS,
  }
}
