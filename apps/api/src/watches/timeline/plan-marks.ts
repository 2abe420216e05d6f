import type { HostMark } from '@steelyard/contract'
import { words } from '@steelyard/words'
import type { Db } from '../../db.ts'
import { type MarksWanted, mark } from './mark.ts'

/** The plans that were made; those that were applied have marks of their own. */
export async function planMarks(
  db: Db,
  hostId: string,
  { from, to, limit }: MarksWanted,
): Promise<HostMark[]> {
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
