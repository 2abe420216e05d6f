import { TracedPart } from '@steelyard/contract'
import type { z } from 'zod'

export type AskedPart = z.infer<typeof TracedPart>
/** The same with the domain whose requests are shown. */
export type ShownPart = AskedPart & { domain: string }

const { domain, fromSeconds, seconds } = TracedPart.shape
const initial = TracedPart.parse({})

/** The part of the trace that an address names; what it names wrongly is as if it were not named. */
export function partIn(params: Pick<URLSearchParams, 'get'>): AskedPart {
  return {
    domain: domain.catch(undefined).parse(params.get('domain') ?? undefined),
    fromSeconds: fromSeconds.catch(initial.fromSeconds).parse(params.get('from') ?? undefined),
    seconds: seconds.catch(initial.seconds).parse(params.get('seconds') ?? undefined),
  }
}
