import type { RecordedFacts } from '@steelyard/contract'
import { type AnalysisRow, summaryParts } from '../analyses/analysis-row.ts'
import type { Db, Prisma, Tx } from '../db.ts'
import { conflict, notFound } from '../errors.ts'
import type { HostModel } from '../generated/prisma/models.ts'
import { isUnfinished } from '../queue/job-row.ts'
import { recordedFacts } from './recorded-facts.ts'
import { type RunningRecording, runningRecordings } from './running-recordings.ts'
import { shownAccess } from './ssh-access.ts'

/** The relations that a host's page needs: its access, its domains, and which pages it has. */
export const hostParts = {
  access: shownAccess,
  domains: {
    orderBy: [{ xenId: { sort: 'asc', nulls: 'last' } }, { name: 'asc' }],
    include: { guestLog: { include: { access: shownAccess } } },
  },
  loadBalancer: { select: { id: true } },
  capsMonitor: { select: { hostId: true } },
  pool: {
    select: {
      hosts: {
        select: {
          id: true,
          name: true,
          access: { select: { address: true, port: true, pinnedFingerprint: true } },
        },
        orderBy: { name: 'asc' },
      },
    },
  },
} satisfies Prisma.HostInclude

type StoredHost = Prisma.HostGetPayload<{ include: typeof hostParts }>

export type HostRow = StoredHost & {
  latestAnalysis: AnalysisRow | null
  /** The job that connects or reads this host. Null when there is none. */
  jobId: string | null
  recording: RunningRecording | null
  /** What its uploads say of it. Null when they say nothing, and once it has been read itself. */
  recordedFacts: RecordedFacts | null
}

/** @throws AppError `host-not-found` */
export async function loadHost(db: Db | Tx, id: string): Promise<HostRow> {
  const row = await db.host.findUnique({ where: { id }, include: hostParts })
  if (!row) throw notFound('host')
  const [host] = await withWork(db, [row])
  return host!
}

/** Adds the work in progress on each host. */
export async function withWork(db: Db | Tx, rows: StoredHost[]): Promise<HostRow[]> {
  const hostIds = rows.map((row) => row.id)
  const recordings = await runningRecordings(db, hostIds)
  const analyses = await speakingAnalyses(db, hostIds)
  const unread = rows.filter(({ inventory }) => inventory === null).map(({ id }) => id)
  const facts = await recordedFacts(db, unread)
  return rows.map((row) => ({
    ...row,
    latestAnalysis: analyses.find(({ hostId }) => hostId === row.id) ?? null,
    jobId: row.access && isUnfinished(row.access.job) ? row.access.jobId : null,
    recording: recordings.find(({ hostId }) => hostId === row.id) ?? null,
    recordedFacts: facts.get(row.id) ?? null,
  }))
}

/**
 * The newest analysis of each host that speaks for it, or just the newest: an incomplete recording
 * never replaces the verdict of a complete one.
 */
async function speakingAnalyses(db: Db | Tx, hostIds: string[]): Promise<AnalysisRow[]> {
  // Prisma's own `distinct` would fetch all analyses of all hosts and choose among them itself.
  const newest = await db.$queryRaw<{ id: string }[]>`
    SELECT DISTINCT ON ("hostId") "id"::text AS "id" FROM "Analysis"
      WHERE "hostId" = ANY(${hostIds}::uuid[])
      ORDER BY "hostId", "speaksForHost" DESC, "id" DESC`
  if (newest.length === 0) return []
  return db.analysis.findMany({
    where: { id: { in: newest.map(({ id }) => id) } },
    ...summaryParts,
  })
}

/**
 * Locks the host's row for this transaction, so that two changes of one host cannot interleave.
 * Every writer of its plans or applications locks it first: a single order prevents deadlocks.
 */
export async function holdHost(tx: Tx, id: string): Promise<void> {
  await tx.$queryRaw`SELECT 1 FROM "Host" WHERE "id" = ${id}::uuid FOR UPDATE`
}

/**
 * Locks the host's row and reads nothing else of the host.
 * @throws AppError `host-not-found`
 */
export async function lockHostRow(tx: Tx, id: string): Promise<HostModel> {
  await holdHost(tx, id)
  const row = await tx.host.findUnique({ where: { id } })
  if (!row) throw notFound('host')
  return row
}

/** @throws AppError `host-not-found` */
export async function lockHost(tx: Tx, id: string): Promise<HostRow> {
  await holdHost(tx, id)
  return loadHost(tx, id)
}

/** Whether weights are being written on the host or are about to be. */
export async function isBeingApplied(db: Db | Tx, hostId: string): Promise<boolean> {
  const unfinished = { hostId, state: { in: ['confirmed', 'applying'] } }
  return (await db.application.count({ where: unfinished })) > 0
}

/** @throws AppError `host-busy` while weights are being written on the host */
export async function refuseWhileApplying(tx: Tx, hostId: string): Promise<void> {
  if (await isBeingApplied(tx, hostId))
    throw conflict(
      'host-busy',
      'Weights are being written on this host; wait until that has finished.',
    )
}
