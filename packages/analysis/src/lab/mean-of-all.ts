import type { TwinResult } from '@steelyard/simulator'

/** Mean response time of one run over the requests of all domains. Null without requests. */
export function meanOfAllSeconds({ domains }: Pick<TwinResult, 'domains'>): number | null {
  let answered = 0
  let seconds = 0
  for (const { requests } of domains) {
    const mean = requests?.responseTime.mean ?? null
    if (!requests || mean === null) continue
    answered += requests.answered
    seconds += requests.answered * mean
  }
  return answered > 0 ? seconds / answered : null
}
