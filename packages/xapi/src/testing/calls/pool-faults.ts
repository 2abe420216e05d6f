/**
 * How the next move goes wrong.
 *
 * - `refused-late`: XAPI refuses when the work has begun; the guest stays
 * - `fails-at-last-point`: the domain is gone on both hosts, and XAPI goes on saying that it runs
 * - `runs-twice`: it fails, and the domain exists on both hosts
 * - `hangs`: the task never ends, cancelled or not; the guest stays
 * - `silent-member`: the destination does not answer, until XAPI gives up
 * - `coordinator-changes`: another host becomes coordinator; sessions and tasks are gone, the guest arrives
 */
export type MoveFault =
  | 'refused-late'
  | 'fails-at-last-point'
  | 'runs-twice'
  | 'hangs'
  | 'silent-member'
  | 'coordinator-changes'

/** What goes wrong in a pool, to be set at any time. */
export interface PoolFaults {
  /** Of the next move alone. */
  move: MoveFault | null
  /** `event.from` never answers. */
  areEventsHanging: boolean
  /** What `rrd_updates` does on every host. */
  rrd: 'data-empty' | 'unreadable' | null
  /** Another answer than the right one, as the whole body, where it gives one for a call. */
  answer: (method: string) => string | undefined
}
