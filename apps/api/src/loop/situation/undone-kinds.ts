import type { Tx } from '../../db.ts'

const HOUR_MS = 3600 * 1000

/** Kinds of changes on a host that were rolled back within the last hour. */
export async function undoneKinds(tx: Tx, hostId: string, now: Date): Promise<string[]> {
  const rows = await tx.hostRecommendation.findMany({
    where: {
      hostId,
      kind: { not: null },
      rollback: {
        state: 'rolled-back',
        finishedAt: { gte: new Date(now.getTime() - HOUR_MS) },
      },
    },
    select: { kind: true },
    distinct: ['kind'],
  })
  return rows.flatMap(({ kind }) => kind ?? [])
}
