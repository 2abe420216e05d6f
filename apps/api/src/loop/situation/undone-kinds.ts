import { kindOf } from '@steelyard/loop'
import type { Tx } from '../../db.ts'
import { HOUR_MS } from '../../milliseconds.ts'
import { unpackRelief } from '../recommendations/stored-relief.ts'

/** Kinds (`kindOf`) of changes on a host that were rolled back within the last hour. */
export async function undoneKinds(tx: Tx, hostId: string, now: Date): Promise<string[]> {
  const rows = await tx.hostRecommendation.findMany({
    where: {
      hostId,
      rollback: {
        state: 'rolled-back',
        finishedAt: { gte: new Date(now.getTime() - HOUR_MS) },
      },
    },
    select: { kind: true, relief: true },
  })
  // The kind of a relief that is stored names who pays, which is what a person approves.
  return rows.flatMap((row) => {
    const relief = unpackRelief(row)
    return relief ? kindOf(relief.changes) : (row.kind ?? [])
  })
}
