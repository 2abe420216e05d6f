import type { WeightChange } from '@steelyard/contract'
import type { Db } from '../../db.ts'
import { recordedChanges } from '../../stored-changes.ts'

/** The weights that Steelyard left on a host: of what it applied, and of what it rolled back. */
export async function appliedWeights(db: Db, hostId: string): Promise<WeightChange[]> {
  const rows = await db.application.findMany({
    where: {
      hostId,
      finishedAt: { not: null },
      OR: [
        { kind: 'apply', state: 'verified' },
        { kind: 'roll-back', state: 'rolled-back' },
      ],
    },
    select: { id: true, kind: true, before: true, finishedAt: true },
    orderBy: { id: 'asc' },
  })
  return rows.flatMap(({ id, kind, before, finishedAt }) =>
    (recordedChanges.readIfAny(before) ?? []).flatMap((change) => {
      if (change.lever !== 'weight') return []
      const { weight } = kind === 'apply' ? change.after : change.before
      const at = finishedAt!.toISOString()
      return [{ at, domain: change.name, weight, source: 'application' as const, sourceId: id }]
    }),
  )
}
