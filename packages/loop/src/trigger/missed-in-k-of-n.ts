import { isKnown, type KnownWindow, misses, type TriggerWindow } from './trigger-window.ts'

export interface MissedInKOfN<W extends TriggerWindow> {
  /**
   * `missed` as soon as k windows missed their target, even before n have a value. `unknown` with
   * fewer than n values otherwise.
   */
  verdict: 'missed' | 'kept' | 'unknown'
  /** The windows that were looked at, oldest first. */
  considered: (W & KnownWindow)[]
  missed: number
}

/**
 * Whether k of the n newest windows that have a value missed their targets. Only the last 2 n
 * windows count, so that a gap does not connect what lies far apart. A gap is neither missed nor
 * kept.
 * @param windows one after the other without a hole, gaps included, newest last
 */
export function missedInKOfN<W extends TriggerWindow>(
  windows: readonly W[],
  k: number,
  n: number,
): MissedInKOfN<W> {
  const considered = windows
    .slice(-2 * n)
    .filter(isKnown)
    .slice(-n)
  const missed = considered.filter((w) => misses(w.valueSeconds, w.targetSeconds)).length
  if (missed >= k) return { verdict: 'missed', considered, missed }
  return { verdict: considered.length < n ? 'unknown' : 'kept', considered, missed }
}
