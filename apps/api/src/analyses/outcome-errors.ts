import { type Db, Prisma } from '../db.ts'
import { storedOutcome } from '../stored-outcome.ts'

/** What came of changes longer ago says little about the host as it is now. */
const NEWEST = 10

/**
 * Logarithms of measured over foretold after the newest changes of weights on a host, one per domain
 * and change.
 */
export async function outcomeErrors(db: Db, hostId: string): Promise<number[]> {
  const rows = await db.hostRecommendation.findMany({
    where: {
      hostId,
      relief: { equals: Prisma.DbNull },
      outcome: { in: ['confirmed', 'not-confirmed', 'worse'] },
    },
    select: { outcomeEvidence: true },
    orderBy: { judgedAt: 'desc' },
    take: NEWEST,
  })
  return rows.flatMap(({ outcomeEvidence }) =>
    (storedOutcome.readIfAny(outcomeEvidence)?.domains ?? []).flatMap(({ errorRatio }) =>
      errorRatio !== null && errorRatio > 0 ? Math.log(errorRatio) : [],
    ),
  )
}
