import type { WantedWeight } from '@steelyard/contract'
import { UsageFault } from './faults.ts'

/**
 * Weights as `vm1=332`, caps as `vm1=50`; those of one guest are one wish.
 * @throws UsageFault
 */
export function parseWeights(
  weights: readonly string[],
  caps: readonly string[] = [],
): WantedWeight[] {
  const wanted = new Map<string, WantedWeight>()
  for (const [option, texts] of [['weight', weights] as const, ['cap', caps] as const]) {
    for (const text of texts) {
      const { domain, value } = /^(?<domain>.+)=(?<value>\d{1,6})$/.exec(text)?.groups ?? {}
      if (!domain) throw new UsageFault(`--${option} ${text}: write it as vm1=332.`)
      wanted.set(domain, { ...wanted.get(domain), domain, [option]: Number(value) })
    }
  }
  return [...wanted.values()]
}
