import { formatRoughPercent } from '@steelyard/contract/format'
import type { WorstOverTarget } from '@steelyard/solver'

/** The margin that is left of the worst time: "8 % below its target, that of vm2". */
export function marginWords({ domain, ratio }: WorstOverTarget): string {
  const apart = formatRoughPercent(Math.abs(1 - ratio))
  return `${apart} ${ratio <= 1 ? 'below' : 'above'} its target, that of ${domain}`
}
