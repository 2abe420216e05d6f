import { type Db, readAtOnce } from '../db.ts'
import { readColdBytes } from './read-cold-bytes.ts'
import {
  readFailedNotifications,
  readHotspots,
  readLoopStop,
  readPredictionErrors,
  readWaitingRecommendations,
  readWatches,
} from './read-loop.ts'
import { readTargets } from './read-targets.ts'
import { readTotals } from './read-totals.ts'

export type MetricsReading = Awaited<ReturnType<typeof readMetrics>>

/** All that a scrape shows, at one moment. */
export function readMetrics(db: Db, now = new Date()) {
  return readAtOnce(db, async (tx) => ({
    totals: await readTotals(tx),
    targets: await readTargets(tx, now),
    hotspots: await readHotspots(tx),
    predictionErrors: await readPredictionErrors(tx),
    waiting: await readWaitingRecommendations(tx),
    watches: await readWatches(tx, now),
    loopStop: await readLoopStop(tx),
    failedNotifications: await readFailedNotifications(tx),
    coldBytes: await readColdBytes(tx),
  }))
}
