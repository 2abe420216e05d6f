import type { UnchangingRelief } from '@steelyard/loop'
import { Prisma, type Tx } from '../../db.ts'
import { epochSecondsOf } from '../../epoch.ts'

const UNCHANGING: readonly string[] = [
  'rejected',
  'dry-run',
  'failed',
] satisfies UnchangingRelief['how'][]

/** The newest relief of a host, if it ended without a change. */
export async function unchangingRelief(tx: Tx, hostId: string): Promise<UnchangingRelief | null> {
  const newest = await tx.hostRecommendation.findFirst({
    where: { hostId, relief: { not: Prisma.AnyNull } },
    select: { state: true, closedAt: true },
    orderBy: { id: 'desc' },
  })
  if (!newest?.closedAt || !UNCHANGING.includes(newest.state)) return null
  return {
    how: newest.state as UnchangingRelief['how'],
    endedAtEpochSeconds: epochSecondsOf(newest.closedAt),
  }
}
