import { percentile95 } from '@steelyard/model'
import type { Guest } from './guests.ts'
import type { Window } from './recorded-host.ts'
import { measuredIn } from './response-time.ts'

/**
 * The sampled maximum of paper 0, R_p,Peak: the 95th percentile of the means that were sampled window
 * by window. Single requests took longer. Null when nothing was measured.
 */
export function sampledMaximum(
  windows: readonly Window[],
  { name, measuredBy }: Pick<Guest, 'name' | 'measuredBy'>,
): number | null {
  return percentile95(
    windows.flatMap(
      ({ byDomain }) => measuredIn(byDomain.get(name), measuredBy)?.meanSeconds ?? [],
    ),
  )
}
