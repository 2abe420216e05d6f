import type { SlaTarget } from '@steelyard/contract'
import { targets } from '../../papers/paper0/targets.ts'
import type { PlannedLoad } from '../../recordings/campaign-types.ts'
import type { Asked } from '../observe-intervals.ts'
import { nameOf } from './table-load.ts'

/** The product's default is the longest. Five lie whole in an interval six times as long. */
const LONGEST_WINDOW_SECONDS = 10
const WINDOWS_PER_INTERVAL = 6

/** The targets of the reproduction, and windows that fit the shortest interval. */
export function askedAbout({ phases }: PlannedLoad): Asked {
  const shortest = Math.min(...phases.map(({ durationSeconds }) => durationSeconds))
  const windowSeconds = Math.floor(
    Math.min(LONGEST_WINDOW_SECONDS, shortest / WINDOWS_PER_INTERVAL),
  )
  return {
    windowSeconds: Math.max(1, windowSeconds),
    targets: targets.map((seconds, vm): SlaTarget => {
      return {
        domain: nameOf(vm),
        responseTimeMs: 1000 * seconds,
        throughputPerSecond: null,
        isSoft: false,
      }
    }),
  }
}
