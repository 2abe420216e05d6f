import type { HostMark } from '@steelyard/contract'
import type { Db } from '../../db.ts'
import { dateOf } from '../../epoch.ts'
import { notFound } from '../../errors.ts'
import { rangeOf } from '../series/get-watch-series.ts'
import { applicationMarks } from './application-marks.ts'
import { eventMarks } from './event-marks.ts'
import { gapMarks } from './gap-marks.ts'
import { hotspotMarks } from './hotspot-marks.ts'
import { planMarks } from './plan-marks.ts'

const MOST_MARKS = 1000

/**
 * What happened to a host in a range of time.
 * @throws AppError `host-not-found`, `invalid` for a range that ends before it begins
 */
export async function getHostTimeline(
  db: Db,
  hostId: string,
  query: { from: string; to: string },
): Promise<{ data: HostMark[]; complete: boolean }> {
  const range = rangeOf(query)
  if (!(await db.host.findUnique({ where: { id: hostId }, select: { id: true } })))
    throw notFound('host')
  const wanted = {
    from: dateOf(range.fromEpochSeconds),
    to: dateOf(range.toEpochSeconds),
    limit: MOST_MARKS + 1,
  }
  const marks: HostMark[] = []
  for (const marksOf of [eventMarks, applicationMarks, planMarks, hotspotMarks, gapMarks])
    marks.push(...(await marksOf(db, hostId, wanted)))
  marks.sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))
  return { data: marks.slice(0, MOST_MARKS), complete: marks.length <= MOST_MARKS }
}
