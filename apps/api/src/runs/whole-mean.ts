import type { LabVariant } from '@steelyard/contract'

/** Mean response time in milliseconds over the requests of all domains. Null without requests. */
export function wholeMeanMs({ domains }: Pick<LabVariant, 'domains'>): number | null {
  let requests = 0
  let total = 0
  for (const { mean, requestsPerSecond } of domains) {
    if (!mean || requestsPerSecond === null) continue
    requests += requestsPerSecond
    total += requestsPerSecond * mean.ms
  }
  return requests > 0 ? total / requests : null
}
