import { decide, type JudgedDomain, type Verdict } from '@steelyard/model'

/** The paper prints VM1's target and the sum of 26 ms; the division of the rest is our choice. */
export const targets = [0.009, 0.009, 0.008] as const
export const targetSum = 0.026

/** What eq (5) and (6) make of these times of the three VMs. */
export function verdict(times: readonly number[]): Verdict {
  const domains = times.map(
    (time, index): JudgedDomain => ({
      name: `VM${index + 1}`,
      observedResponseTimeSeconds: time,
      observedThroughputPerSecond: null,
      offeredPerSecond: null,
      target: { responseTimeSeconds: targets[index]! },
    }),
  )
  return decide(domains).verdict
}

export const targetsMs = targets.map((seconds) => 1000 * seconds)
