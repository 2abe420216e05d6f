import { formatCount } from '@steelyard/contract/format'

/** How many requests were left out at the edges of a part. */
export function cutOffWords(cutOff: number): string {
  return cutOff === 1
    ? 'One request began before the part or ended after it; it is left out.'
    : `${formatCount(cutOff)} requests began before the part or ended after it; they are left out.`
}
