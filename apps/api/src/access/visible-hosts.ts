import { mayOn, type Permission } from '@steelyard/contract'
import type { Db, Prisma, Tx } from '../db.ts'
import { mayEverywhere, type Principal } from './permissions.ts'

/**
 * The hosts on which a list may show something.
 * @returns null for every host
 */
export async function visibleHosts(
  db: Db | Tx,
  principal: Principal,
  permission: Permission,
): Promise<string[] | null> {
  if (mayEverywhere(principal, permission)) return null
  const hosts = await db.host.findMany({ select: { id: true, tags: true } })
  return hosts.filter(({ tags }) => mayOn(principal.grants, permission, tags)).map(({ id }) => id)
}

/** For the `where` of rows that belong to a host. */
export async function onVisibleHosts(
  db: Db | Tx,
  principal: Principal,
  permission: Permission,
): Promise<{ hostId?: { in: string[] } }> {
  const ids = await visibleHosts(db, principal, permission)
  return ids === null ? {} : { hostId: { in: ids } }
}

/** For the `where` of uploads: those without a host are shown to whoever made them. */
export async function visibleUploads(
  db: Db | Tx,
  principal: Principal,
): Promise<Prisma.UploadWhereInput> {
  const ids = await visibleHosts(db, principal, 'uploads:read')
  if (ids === null) return {}
  return { OR: [{ hostId: { in: ids } }, { hostId: null, createdById: principal.userId }] }
}

/** For the `where` of runs: those of the lab have no host and are shown to whoever made them. */
export async function visibleRuns(
  db: Db | Tx,
  principal: Principal,
): Promise<Prisma.RunWhereInput> {
  const ids = await visibleHosts(db, principal, 'analyses:read')
  if (ids === null) return {}
  return {
    OR: [
      { analysis: { hostId: { in: ids } } },
      { analysisId: null, createdById: principal.userId },
    ],
  }
}

/** For the `where` of jobs, which show what they work on. */
export async function visibleJobs(
  db: Db | Tx,
  principal: Principal,
): Promise<Prisma.JobWhereInput> {
  const ids = await visibleHosts(db, principal, 'jobs:read')
  if (ids === null) return {}
  const hostId = { in: ids }
  return {
    OR: [
      { subjectKind: 'host', subjectId: hostId },
      { upload: { hostId } },
      { analysis: { hostId } },
      { run: { analysis: { hostId } } },
      { plan: { hostId } },
      { application: { hostId } },
      { createdById: principal.userId, subjectKind: { in: ['upload', 'run'] } },
    ],
  }
}
