import type { Db, Tx } from '../db.ts'
import type { ReachedThing } from './reach.ts'

/** Where a thing belongs: to a host with its tags, or, with null, to nobody but its owner. */
interface AccessPlace {
  tags: readonly string[] | null
  ownerId: string | null
}

const ofHost = { select: { tags: true } } as const

type Finder = (db: Db | Tx, id: string) => Promise<AccessPlace | null>

const finders: Record<ReachedThing['kind'], Finder> = {
  async host(db, id) {
    const host = await db.host.findUnique({ where: { id }, ...ofHost })
    return host && onHost(host)
  },
  async upload(db, id) {
    const select = { host: ofHost, createdById: true }
    const upload = await db.upload.findUnique({ where: { id }, select })
    return upload && { tags: upload.host?.tags ?? null, ownerId: upload.createdById }
  },
  async analysis(db, id) {
    const analysis = await db.analysis.findUnique({ where: { id }, select: { host: ofHost } })
    return analysis && onHost(analysis.host)
  },
  async run(db, id) {
    const select = { analysis: { select: { host: ofHost } }, createdById: true }
    const run = await db.run.findUnique({ where: { id }, select })
    return run && { tags: run.analysis?.host.tags ?? null, ownerId: run.createdById }
  },
  async plan(db, id) {
    const plan = await db.plan.findUnique({ where: { id }, select: { host: ofHost } })
    return plan && onHost(plan.host)
  },
  async application(db, id) {
    const application = await db.application.findUnique({ where: { id }, select: { host: ofHost } })
    return application && onHost(application.host)
  },
  async recommendation(db, id) {
    const row = await db.hostRecommendation.findUnique({ where: { id }, select: { host: ofHost } })
    return row && onHost(row.host)
  },
  /** A pool has hosts of every kind, so only roles on every host cover it. */
  async pool(db, id) {
    return (await db.pool.count({ where: { id } })) === 1 ? { tags: [], ownerId: null } : null
  },
  async job(db, id) {
    const job = await db.job.findUnique({ where: { id } })
    if (!job) return null
    const subject =
      job.subjectId && (await placeOf(db, job.subjectKind as ReachedThing['kind'], job.subjectId))
    return subject || { tags: null, ownerId: job.createdById }
  },
}

function onHost({ tags }: { tags: readonly string[] }): AccessPlace {
  return { tags, ownerId: null }
}

/** @returns null if there is no such thing */
export function placeOf(
  db: Db | Tx,
  kind: ReachedThing['kind'],
  id: string,
): Promise<AccessPlace | null> {
  return finders[kind](db, id)
}
