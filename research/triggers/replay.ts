import type { TriggerWindow } from '@steelyard/loop'
import type { Episode } from './judge.ts'

/** One domain over some time: what a detector sees, and what only the judge sees. Zero is the beginning. */
export interface Replay {
  untilSeconds: number
  episodes: Episode[]
  /** The same requests in windows of each length. */
  windows: ReadonlyMap<number, TriggerWindow[]>
}
