import { formatCount } from '@steelyard/contract/format'

/** How many requests were left out at the edges of a part, or because records were lost. */
export function cutOffWords(cutOff: number): string {
  return cutOff === 1
    ? 'One request was not traced from start to end; it is left out.'
    : `${formatCount(cutOff)} requests were not traced from start to end; they are left out.`
}
