import type { XenmonRow } from './xenmon-row.ts'

/** xenmon's own default for `-i`. */
const DEFAULT_INTERVAL_MS = 1000

/**
 * The median step of `passed` per domain and pCPU. A row covers the sampling interval before it,
 * not the time since the last row, because rows are left out while a domain does not run.
 */
export function medianIntervalMs(rows: Iterable<XenmonRow>): number {
  const last = new Map<string, number>()
  const steps: number[] = []
  for (const { domainId, pCpu, passedMs } of rows) {
    const key = `${domainId}/${pCpu}`
    const before = last.get(key)
    if (before !== undefined && passedMs > before) steps.push(passedMs - before)
    last.set(key, passedMs)
  }
  steps.sort((a, b) => a - b)
  return steps[Math.floor(steps.length / 2)] ?? DEFAULT_INTERVAL_MS
}
