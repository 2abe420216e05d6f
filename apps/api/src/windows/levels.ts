import type { Config } from '../config.ts'

export type KeptDays = Pick<Config, 'keep10sDays' | 'keep1mDays' | 'keep1hDays'>

/** Windows of one length: how they are partitioned, and how long they are kept. */
export interface Level {
  seconds: number
  /** The table whose partitions hold them. */
  table: string
  partitionSeconds: number
  keepDays(config: KeptDays): number
}

export const DAY_SECONDS = 24 * 3600

/** From the finest, which is observed, to the coarsest; each is merged from the one before. */
export const LEVELS = [
  {
    seconds: 10,
    table: 'WatchWindow_10s',
    partitionSeconds: DAY_SECONDS,
    keepDays: (config) => config.keep10sDays,
  },
  {
    seconds: 60,
    table: 'WatchWindow_1m',
    partitionSeconds: 7 * DAY_SECONDS,
    keepDays: (config) => config.keep1mDays,
  },
  {
    seconds: 3600,
    table: 'WatchWindow_1h',
    partitionSeconds: 30 * DAY_SECONDS,
    keepDays: (config) => config.keep1hDays,
  },
] as const satisfies readonly Level[]

/** Length of the windows that are observed. */
export const WINDOW_SECONDS = LEVELS[0].seconds
export type WindowSeconds = (typeof LEVELS)[number]['seconds']

export function levelOf(seconds: WindowSeconds): Level {
  return LEVELS.find((level) => level.seconds === seconds)!
}

/** The start of the window, or partition, of that length in which a moment lies. */
export function startOfWindow(epochSeconds: number, seconds: number): number {
  return Math.floor(epochSeconds / seconds) * seconds
}
