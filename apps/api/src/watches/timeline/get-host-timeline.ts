import type { HostMark } from '@steelyard/contract'
import { words } from '@steelyard/words'
import type { Db } from '../../db.ts'
import { dateOf } from '../../epoch.ts'
import { notFound } from '../../errors.ts'
import type { HostEventModel } from '../../generated/prisma/models.ts'
import type { HostEventDetail, HostEventKind } from '../../host-event.ts'
import { annotationMarks, BARE_MARK } from '../../hosts/annotations/annotation-marks.ts'
import { recordedChanges } from '../../stored-changes.ts'
import { coldTimes } from '../../windows/cold/cold-times.ts'
import { firstWindow } from '../../windows/first-window.ts'
import { LEVELS } from '../../windows/levels.ts'
import { rangeOf } from '../series/get-watch-series.ts'

const KIND_OF_MARK: Record<HostEventKind, HostMark['kind']> = {
  weight: 'weight',
  cap: 'cap',
  'domain-appeared': 'domain',
  'domain-gone': 'domain',
  'domain-restarted': 'domain',
  'host-rebooted': 'reboot',
}

const MOST_MARKS = 1000

/** The marks of one sort in a range of time, so many of them at most. */
type MarksOf = (
  db: Db,
  hostId: string,
  wanted: { from: Date; to: Date; limit: number },
) => Promise<HostMark[]>

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
  const sources = [eventMarks, applicationMarks, planMarks, hotspotMarks, gapMarks, annotationMarks]
  for (const marksOf of sources) marks.push(...(await marksOf(db, hostId, wanted)))
  marks.sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))
  return { data: marks.slice(0, MOST_MARKS), complete: marks.length <= MOST_MARKS }
}

/** What Steelyard applied and rolled back. */
const applicationMarks: MarksOf = async (db, hostId, { from, to, limit }) => {
  const rows = await db.application.findMany({
    where: {
      hostId,
      createdAt: { lt: to },
      OR: [{ finishedAt: null }, { finishedAt: { gte: from } }],
    },
    orderBy: { createdAt: 'asc' },
    take: limit,
  })
  return rows.map((row) => ({
    ...mark(
      row.createdAt,
      row.kind === 'apply' ? 'application' : 'roll-back',
      words.applications.mark(row.kind, row.state, recordedChanges.readIfAny(row.before) ?? []),
    ),
    to: row.finishedAt?.toISOString() ?? null,
    planId: row.planId,
  }))
}

/** What readings of the host show, except what Steelyard itself did: that has marks of its own. */
const eventMarks: MarksOf = async (db, hostId, { from, to, limit }) => {
  const rows = await db.hostEvent.findMany({
    where: { hostId, at: { gte: from, lt: to } },
    orderBy: { at: 'asc' },
    take: limit,
  })
  return rows
    .filter(({ detail }) => !(detail as HostEventDetail).applicationId)
    .map((row) => ({
      ...mark(row.at, KIND_OF_MARK[row.kind as HostEventKind], words.hosts.event(eventOf(row))),
      domain: row.domain,
    }))
}

function eventOf({ kind, domain, detail }: HostEventModel) {
  return { kind: kind as HostEventKind, domain, ...(detail as HostEventDetail) }
}

const hotspotMarks: MarksOf = async (db, hostId, { from, to, limit }) => {
  const rows = await db.hotspot.findMany({
    where: { hostId, openedAt: { lt: to }, OR: [{ closedAt: null }, { closedAt: { gte: from } }] },
    select: { id: true, domain: true, openedAt: true, closedAt: true },
    orderBy: { openedAt: 'asc' },
    take: limit,
  })
  return rows.map(({ id, domain, openedAt, closedAt }) => ({
    ...mark(openedAt, 'hotspot', words.hosts.targetMissed(domain)),
    to: closedAt?.toISOString() ?? null,
    domain,
    hotspotId: id,
  }))
}

/** The plans that were made; those that were applied have marks of their own. */
const planMarks: MarksOf = async (db, hostId, { from, to, limit }) => {
  const rows = await db.plan.findMany({
    where: { hostId, createdAt: { gte: from, lt: to }, applications: { none: {} } },
    select: { id: true, createdAt: true },
    orderBy: { createdAt: 'asc' },
    take: limit,
  })
  return rows.map(({ id, createdAt }) => ({
    ...mark(createdAt, 'plan', words.plans.madeOnly),
    planId: id,
  }))
}

/**
 * The times between stored windows in which nothing was observed of any domain. They come from the
 * shortest windows that are still kept, because a short gap does not show in a long window.
 */
const gapMarks: MarksOf = async (db, hostId, { from, to, limit }) => {
  const marks: HostMark[] = []
  let until = to
  for (const { seconds } of LEVELS) {
    const first = await firstWindow(db, { hostId, seconds, from, to: until })
    if (!first) continue
    const rows = await db.$queryRaw<{ from: Date; to: Date }[]>`
      SELECT "from", "to"
        FROM (SELECT max("times"."to") OVER (
                       ORDER BY "times"."from" ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS "from",
                     "times"."from" AS "to"
                FROM (SELECT "windowStart" AS "from",
                             "windowStart" + make_interval(secs => ${seconds}) AS "to"
                        FROM "WatchWindow"
                       WHERE "hostId" = ${hostId}::uuid AND "seconds" = ${seconds}::int
                         AND "windowStart" >= ${first} AND "windowStart" < ${until}
                       UNION ALL
                      ${coldTimes({ hostId, seconds, from: first, to: until })}) AS "times") AS steps
       WHERE "to" > "from"
       ORDER BY "from"
       LIMIT ${limit}`
    marks.push(
      ...rows.map((gap) => ({
        ...mark(gap.from, 'gap', 'Nothing was observed.'),
        to: gap.to.toISOString(),
      })),
    )
    until = first
  }
  return marks
}

/** A mark without what most marks lack. */
function mark(at: Date, kind: HostMark['kind'], text: string): HostMark {
  return { ...BARE_MARK, at: at.toISOString(), kind, text }
}
