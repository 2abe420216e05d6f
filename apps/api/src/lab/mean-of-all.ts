import type { TwinSummary } from '@steelyard/simulator'

/** Mean response time over the requests of all domains; null without any. */
export function meanOfAllMs({ domains }: Pick<TwinSummary, 'domains'>): number | null {
  let answered = 0
  let seconds = 0
  for (const { requests } of domains) {
    const mean = requests?.responseTime.mean?.mean
    if (!requests || mean === undefined) continue
    answered += requests.answered.mean
    seconds += requests.answered.mean * mean
  }
  return answered > 0 ? (seconds / answered) * 1000 : null
}
