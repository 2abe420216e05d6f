import type { Situation, WeighedHost } from '@steelyard/loop'
import { Prisma, type Tx } from '../../db.ts'
import { DAY_MS } from '../../milliseconds.ts'
import { unpackRelief } from '../recommendations/stored-relief.ts'

/** What was learnt longer ago says little about the load of now. */
const LONGEST_MS = 30 * DAY_MS

/** What the newest relief that was applied on a host had learnt; nothing once the host is another. */
export async function learntFactors(
  tx: Tx,
  hostId: string,
  host: WeighedHost,
  now: Date,
): Promise<Situation['factors']> {
  const newest = await tx.hostRecommendation.findFirst({
    where: {
      hostId,
      relief: { not: Prisma.AnyNull },
      application: {
        state: 'verified',
        finishedAt: { gte: new Date(now.getTime() - LONGEST_MS) },
      },
    },
    select: { relief: true },
    orderBy: { id: 'desc' },
  })
  const relief = newest && unpackRelief(newest)
  if (!relief) return {}
  const isSame =
    relief.pCpus === host.pCpus &&
    relief.scheduler === host.scheduler &&
    namesOf(relief.changes) === namesOf(host.domains)
  return isSame ? relief.factors : {}
}

function namesOf(domains: readonly { domain: string }[]): string {
  return domains
    .map(({ domain }) => domain)
    .sort()
    .join(' ')
}
