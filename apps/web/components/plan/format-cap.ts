import { formatWholePercent } from '../../lib/format.ts'

/** A cap is percent of one pCPU; 0 means that there is none. */
export function formatCap(cap: number | null): string {
  if (cap === 0) return 'none'
  return formatWholePercent(cap === null ? null : cap / 100)
}
