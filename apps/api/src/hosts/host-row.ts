import type { RecordedFacts } from '@steelyard/contract'
import { type AnalysisRow, summaryParts } from '../analyses/analysis-row.ts'
import type { Db, Prisma, Tx } from '../db.ts'
import { conflict, notFound } from '../errors.ts'
import { isUnfinished } from '../queue/job-row.ts'
import { shownAccess } from './connection/ssh-access.ts'
import { recordedFacts } from './recorded-facts.ts'
import { type RunningRecording, runningRecordings } from './running-recordings.ts'

/** The relations that a host's page needs: its access, its domains and its newest analysis. */
export const hostParts = {
  access: shownAccess,
  domains: {
    orderBy: [{ xenId: { sort: 'asc', nulls: 'last' } }, { name: 'asc' }],
    include: { guestLog: { include: { access: shownAccess } } },
  },
  analyses: { orderBy: { id: 'desc' }, take: 1, include: summaryParts },
} satisfies Prisma.HostInclude

type StoredHost = Prisma.HostGetPayload<{ include: typeof hostParts }>

export type HostRow = Omit<StoredHost, 'analyses'> & {
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
  const speaking = await newestSpeaking(db, hostIds)
  const unread = rows.filter(({ inventory }) => inventory === null).map(({ id }) => id)
  const facts = await recordedFacts(db, unread)
  return rows.map(({ analyses, ...row }) => ({
    ...row,
    latestAnalysis: speaking.find(({ hostId }) => hostId === row.id) ?? analyses[0] ?? null,
    jobId: row.access && isUnfinished(row.access.job) ? row.access.jobId : null,
    recording: recordings.find(({ hostId }) => hostId === row.id) ?? null,
    recordedFacts: facts.get(row.id) ?? null,
  }))
}

/** An incomplete recording never replaces the verdict of a complete one. */
async function newestSpeaking(db: Db | Tx, hostIds: string[]): Promise<AnalysisRow[]> {
  return db.analysis.findMany({
    where: { hostId: { in: hostIds }, speaksForHost: true },
    distinct: ['hostId'],
    orderBy: [{ hostId: 'asc' }, { id: 'desc' }],
    include: summaryParts,
  })
}

/**
 * Locks the host's row for this transaction, so that two changes of one host cannot interleave.
 * Every writer of its plans or applications locks it first: a single order prevents deadlocks.
 */
export async function holdHost(tx: Tx, id: string): Promise<void> {
  await tx.$queryRaw`SELECT 1 FROM "Host" WHERE "id" = ${id}::uuid FOR UPDATE`
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
