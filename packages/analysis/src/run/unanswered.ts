import type { TwinSummary } from '@steelyard/simulator'

/** A larger part of the requests without an answer makes the figures too low. */
const FEW = 0.01

/** A domain whose queue grows: its times grow the longer one plays. */
export interface Unanswered {
  domain: string
  /** Of its requests. */
  fraction: number
}

export function unansweredIn({ domains }: Pick<TwinSummary, 'domains'>): Unanswered[] {
  return domains.flatMap(({ name, requests }) => {
    if (!requests || requests.arrived.mean === 0) return []
    const fraction = 1 - requests.answered.mean / requests.arrived.mean
    return fraction <= FEW ? [] : [{ domain: name, fraction }]
  })
}
