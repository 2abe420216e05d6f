import { type Db, readAtOnce, type Tx } from '../db.ts'
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
import type { Sample } from './sample.ts'

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

/** How much the files take that hold old windows of watched hosts. */
async function readColdBytes(tx: Tx): Promise<Sample[]> {
  const [row] = await tx.$queryRaw<[{ bytes: number }]>`
    SELECT coalesce(sum("bytes"), 0)::float8 AS "bytes" FROM "ColdWindows"`
  return [{ labels: {}, value: row.bytes }]
}
