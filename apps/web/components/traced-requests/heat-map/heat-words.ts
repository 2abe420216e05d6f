import type { TracedRequests } from '@steelyard/contract'
import { formatChosen, formatCounted, formatMs } from '@steelyard/contract/format'

/** The picture of all requests in words. */
export function heatWords(
  { domain, fromSeconds, toSeconds, requests: { ms } }: TracedRequests,
  selected: number,
): string {
  const sorted = ms.toSorted((a, b) => a - b)
  const middle = sorted[Math.floor(sorted.length / 2)]
  return `${formatCounted(ms.length, 'request')} of ${domain} by start, from ${formatChosen(fromSeconds)} s to ${formatChosen(toSeconds)} s, and by response time, from ${formatMs(sorted[0])} to ${formatMs(sorted.at(-1))}. Half took less than ${formatMs(middle)}. ${formatCounted(selected, 'request is', 'requests are')} selected. The fields and the table below do what the pointer does here.`
}
