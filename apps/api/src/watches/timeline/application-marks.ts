import type { HostMark } from '@steelyard/contract'
import { formatList } from '@steelyard/contract/format'
import { type LeverKind, type RecordedOf, valueWords } from '@steelyard/xen'
import type { Db } from '../../db.ts'
import type { ApplicationModel } from '../../generated/prisma/models.ts'
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
    ...mark(row.createdAt, row.kind === 'apply' ? 'application' : 'roll-back', wordsOf(row)),
    to: row.finishedAt?.toISOString() ?? null,
    planId: row.planId,
  }))
}

function wordsOf({ kind, state, before }: ApplicationModel): string {
  const isRollBack = kind === 'roll-back'
  const what = isRollBack ? 'A roll-back' : 'A plan'
  if (state === 'failed') return `${what} failed.`
  if (state === 'confirmed' || state === 'applying')
    return isRollBack ? 'A plan is being rolled back.' : 'A plan is being applied.'
  if (state === 'rolled-back' && !isRollBack) return 'A plan was applied and undone again.'
  const changes = (recordedChanges.readIfAny(before) ?? []).map((change) =>
    changeWords(change, isRollBack),
  )
  const done = isRollBack ? 'A plan was rolled back' : 'A plan was applied'
  return changes.length > 0 ? `${done}: ${formatList(changes)}.` : `${done}.`
}

function changeWords<K extends LeverKind>(
  { lever, name, before, after }: RecordedOf<K>,
  isRollBack: boolean,
): string {
  return `${name} to ${valueWords(lever, isRollBack ? before : after)}`
}
