import type { Tx } from '../db.ts'
import { waitingForPerson } from '../loop/recommendations/recommendation-row.ts'
import type { Sample } from './sample.ts'

/** A watch stores a window every 10 s; one that has stored nothing for so long is not well. */
const STORED_WITHIN_MS = 120_000

/** 1 or 0 for each domain with a target on a watched host. */
export async function readHotspots(tx: Tx): Promise<Sample[]> {
  const rows = await tx.$queryRaw<{ host: string; domain: string; open: boolean }[]>`
    SELECT "Host"."name" AS "host", "Domain"."name" AS "domain", "Hotspot"."id" IS NOT NULL AS "open"
      FROM "Watch"
      JOIN "Host" ON "Host"."id" = "Watch"."hostId"
      JOIN "Domain" ON "Domain"."hostId" = "Host"."id" AND "Domain"."goneAt" IS NULL
       AND "Domain"."targetResponseTimeMs" IS NOT NULL AND NOT "Domain"."targetIsSoft"
      LEFT JOIN "Hotspot" ON "Hotspot"."hostId" = "Host"."id"
       AND "Hotspot"."domain" = "Domain"."name" AND "Hotspot"."closedAt" IS NULL
     ORDER BY 1, 2`
  return rows.map(({ host, domain, open }) => ({ labels: { host, domain }, value: Number(open) }))
}

/** By the newest outcome of each host that a model had foretold, for each of its domains. */
export async function readPredictionErrors(tx: Tx): Promise<Sample[]> {
  const rows = await tx.$queryRaw<{ host: string; domain: string; ratio: number }[]>`
    SELECT "Host"."name" AS "host", "Domain"."name" AS "domain",
           ("judged"."domain"->>'errorRatio')::float8 AS "ratio"
      FROM "Host"
     CROSS JOIN LATERAL (
           SELECT "outcomeEvidence" FROM "HostRecommendation"
            WHERE "hostId" = "Host"."id" AND "outcomeEvidence" IS NOT NULL AND "relief" IS NULL
            ORDER BY "createdAt" DESC LIMIT 1) AS "newest"
     CROSS JOIN LATERAL jsonb_array_elements("newest"."outcomeEvidence"->'domains')
           AS "judged" ("domain")
      JOIN "Domain" ON "Domain"."hostId" = "Host"."id" AND "Domain"."goneAt" IS NULL
       AND "Domain"."name" = "judged"."domain"->>'domain'
     WHERE "judged"."domain"->>'errorRatio' IS NOT NULL
     ORDER BY 1, 2`
  return rows.map(({ host, domain, ratio }) => ({ labels: { host, domain }, value: ratio }))
}

/** How many wait on each host, watched or not. */
export async function readWaitingRecommendations(tx: Tx): Promise<Sample[]> {
  const hosts = await tx.host.findMany({
    where: { OR: [{ watch: { isNot: null } }, { recommendations: { some: waitingForPerson } }] },
    select: { name: true, _count: { select: { recommendations: { where: waitingForPerson } } } },
    orderBy: { name: 'asc' },
  })
  return hosts.map(({ name, _count }) => ({
    labels: { host: name },
    value: _count.recommendations,
  }))
}

export async function readWatches(tx: Tx, now: Date): Promise<Sample[]> {
  const rows = await tx.watch.findMany({
    select: { state: true, storedTo: true, host: { select: { name: true } } },
    orderBy: { host: { name: 'asc' } },
  })
  const isUp = ({ state, storedTo }: (typeof rows)[number]) =>
    state === 'watching' && (storedTo?.getTime() ?? 0) >= now.getTime() - STORED_WITHIN_MS
  return rows.map((row) => ({ labels: { host: row.host.name }, value: isUp(row) ? 1 : 0 }))
}

export async function readLoopStop(tx: Tx): Promise<Sample[]> {
  return [{ labels: {}, value: await tx.loopStop.count() }]
}

export async function readFailedNotifications(tx: Tx): Promise<Sample[]> {
  const rows = await tx.notificationChannel.findMany({
    select: { name: true, failures: true },
    orderBy: { name: 'asc' },
  })
  return rows.map(({ name, failures }) => ({ labels: { channel: name }, value: failures }))
}
