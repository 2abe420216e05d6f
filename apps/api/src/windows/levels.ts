import type { Config } from '../config.ts'
import { nowSeconds } from '../epoch.ts'

export type KeptDays = Pick<Config, 'keep10sDays' | 'keep1mDays' | 'keep1hDays'>

/** Windows of one length: how they are partitioned, and how long they are kept. */
export interface Level {
  seconds: number
  /** The table whose partitions hold them. */
  table: string
  partitionSeconds: number
  keepDays(config: KeptDays): number
  /** How many days old they are when they move from the database into files. */
  coldDays(config: Pick<Config, 'windowsColdDays'>): number
}

export const DAY_SECONDS = 24 * 3600

/**
 * What pages follow, metrics and remote write need the newest windows of 10 s only, and the loop goes by
 * minutes. But an agent corrects and merges in the database what comes up to a day late; the other day
 * is for clocks that disagree.
 */
const COLD_10S_DAYS = 2

/** From the finest, which is observed, to the coarsest; each is merged from the one before. */
export const LEVELS = [
  {
    seconds: 10,
    table: 'WatchWindow_10s',
    partitionSeconds: DAY_SECONDS,
    keepDays: (config) => config.keep10sDays,
    coldDays: () => COLD_10S_DAYS,
  },
  {
    seconds: 60,
    table: 'WatchWindow_1m',
    partitionSeconds: 7 * DAY_SECONDS,
    keepDays: (config) => config.keep1mDays,
    coldDays: (config) => config.windowsColdDays,
  },
  {
    seconds: 3600,
    table: 'WatchWindow_1h',
    partitionSeconds: 30 * DAY_SECONDS,
    keepDays: (config) => config.keep1hDays,
    coldDays: (config) => config.windowsColdDays,
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

/** Whether windows that begin then may be in a file: no length moves sooner than the shortest. */
export function mayBeCold(epochSeconds: number): boolean {
  return epochSeconds < nowSeconds() - COLD_10S_DAYS * DAY_SECONDS
}
