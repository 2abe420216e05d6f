import { SAME_SHARE, type ShareChange } from './share-change.ts'

/**
 * Which domains get more and which get less, such as `vm1+ vm2-`. Changes alike in this are of one
 * kind, however far they go; empty when no share changes.
 */
export function kindOf(changes: readonly ShareChange[]): string {
  return changes
    .filter(({ shareBefore, shareAfter }) => Math.abs(shareAfter - shareBefore) > SAME_SHARE)
    .map(({ domain, shareBefore, shareAfter }) => domain + (shareAfter > shareBefore ? '+' : '-'))
    .sort()
    .join(' ')
}
