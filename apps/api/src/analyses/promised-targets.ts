import type { SlaTarget } from '@steelyard/contract'

/** The targets that verdicts are about; a soft response time is none. */
export function promisedTargets(stated: readonly SlaTarget[]): SlaTarget[] {
  return stated.flatMap((target) => {
    if (!target.isSoft) return [target]
    return target.throughputPerSecond === null ? [] : [{ ...target, responseTimeMs: null }]
  })
}
