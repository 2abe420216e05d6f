import type { TwinSummary } from '@steelyard/simulator'

/** If a larger fraction of the requests has no answer, the figures are too low. */
const FEW = 0.01

/** A domain whose queue grows: its response times grow with the length of the run. */
export interface UnansweredDomain {
  domain: string
  /** Fraction of its requests. */
  fraction: number
}

export function unansweredIn({ domains }: Pick<TwinSummary, 'domains'>): UnansweredDomain[] {
  return domains.flatMap(({ name, requests }) => {
    if (!requests || requests.arrived.mean === 0) return []
    const fraction = 1 - requests.answered.mean / requests.arrived.mean
    return fraction <= FEW ? [] : [{ domain: name, fraction }]
  })
}
