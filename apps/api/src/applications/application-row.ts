import type { RecordedChange } from '@steelyard/xen'
import type { Db, Prisma, Tx } from '../db.ts'
import { notFound } from '../errors.ts'
import { recordedChanges } from '../stored-changes.ts'
import { applicationResult } from './stored-result.ts'

export const applicationParts = {
  host: { select: { name: true } },
  steps: { orderBy: { position: 'asc' } },
} satisfies Prisma.ApplicationInclude

export type ApplicationRow = Prisma.ApplicationGetPayload<{ include: typeof applicationParts }>

/** @throws AppError `application-not-found` */
export async function loadApplication(db: Db | Tx, id: string): Promise<ApplicationRow> {
  const row = await db.application.findUnique({ where: { id }, include: applicationParts })
  if (!row) throw notFound('application')
  return row
}

/**
 * For each host, the only application that may be rolled back: the newest one that is still in
 * effect and has not been undone. It is either verified or failed with something that could not be
 * restored. Roll-backs work like a stack, so that "before" always holds the values that were really
 * in force.
 */
export async function rollbackCandidates(
  db: Db | Tx,
  hostIds: string[],
): Promise<ReadonlySet<string>> {
  const rows = await db.$queryRaw<{ id: string }[]>`
    SELECT DISTINCT ON (a."hostId") a."id"::text AS "id"
      FROM "Application" a
     WHERE a."hostId" = ANY(${hostIds}::uuid[]) AND a."kind" = 'apply'
       AND (a."state" = 'verified'
            OR a."state" = 'failed' AND jsonb_array_length(a."result"->'mayStand') > 0)
       AND NOT EXISTS (SELECT 1 FROM "Application" u
                        WHERE u."rollbackOfId" = a."id" AND u."state" = 'rolled-back')
       AND NOT EXISTS (SELECT 1 FROM "Application" b
                        WHERE b."hostId" = a."hostId" AND b."state" IN ('confirmed', 'applying'))
     ORDER BY a."hostId", a."id" DESC`
  return new Set(rows.map(({ id }) => id))
}

/** The changes that rolling an application back has to undo. */
export function standingChanges({ state, before, result }: ApplicationRow): RecordedChange[] {
  if (state === 'failed') return applicationResult.readIfAny(result)?.mayStand ?? []
  return recordedChanges.readIfAny(before) ?? []
}
