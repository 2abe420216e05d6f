import type { SlaTarget } from '@steelyard/contract'
import { UsageFault } from './faults.ts'

const FORM = /^(?<domain>.+)=(?<number>\d+(?:\.\d+)?)(?<unit>ms|s|\/s)$/

/**
 * Targets as `vm1=180ms`, `vm1=1.5s` and `vm1=20/s`; those of one guest are one target.
 * @throws UsageFault
 */
export function parseTargets(texts: readonly string[]): SlaTarget[] {
  const targets = new Map<string, SlaTarget>()
  for (const text of texts) {
    const { domain, number, unit } = FORM.exec(text)?.groups ?? {}
    if (!domain || Number(number) === 0) {
      throw new UsageFault(`--target ${text}: write it as vm1=180ms, vm1=1.5s or vm1=20/s.`)
    }
    const none = { domain, responseTimeMs: null, throughputPerSecond: null, isSoft: false }
    const target = targets.get(domain) ?? none
    const value = Number(number)
    targets.set(
      domain,
      unit === '/s'
        ? { ...target, throughputPerSecond: value }
        : { ...target, responseTimeMs: unit === 's' ? 1000 * value : value },
    )
  }
  return [...targets.values()]
}
