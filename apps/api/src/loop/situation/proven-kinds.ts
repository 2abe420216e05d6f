import type { Tx } from '../../db.ts'

/** Kinds of changes that a person approved on a host and whose outcome was confirmed. */
export async function provenKinds(tx: Tx, hostId: string): Promise<string[]> {
  const rows = await tx.hostRecommendation.findMany({
    where: { hostId, decision: 'approved', outcome: 'confirmed', kind: { not: null } },
    select: { kind: true },
    distinct: ['kind'],
  })
  return rows.flatMap(({ kind }) => kind ?? [])
}
