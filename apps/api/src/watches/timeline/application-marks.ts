import type { HostMark } from '@steelyard/contract'
import { words } from '@steelyard/words'
import type { Db } from '../../db.ts'
import { recordedChanges } from '../../stored-changes.ts'
import { type MarksWanted, mark } from './mark.ts'

/** What Steelyard applied and rolled back. */
export async function applicationMarks(
  db: Db,
  hostId: string,
  { from, to, limit }: MarksWanted,
): Promise<HostMark[]> {
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
