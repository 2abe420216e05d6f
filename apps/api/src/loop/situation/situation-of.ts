import { loopPolicyOf, type Situation } from '@steelyard/loop'
import type { Tx } from '../../db.ts'
import type { HostModel } from '../../generated/prisma/models.ts'
import { type GrantRow, grantInForce } from '../grants/grant-row.ts'
import { type PolicyInForce, policyInForce } from '../policies/policy-in-force.ts'
import type { RecommendationRow } from '../recommendations/recommendation-row.ts'
import { findStop } from '../stop/loop-stop.ts'
import { lastChangeOf, leftLately } from './changes-of.ts'
import { grantOf } from './grant-of.ts'
import { observedOf } from './observed-of.ts'
import { pendingOf } from './pending-of.ts'
import { provenKinds } from './proven-kinds.ts'

/** All on which the loop decides about a host, with the rows that it comes from. */
export interface HostSituation {
  situation: Situation
  policy: PolicyInForce
  grant: GrantRow | null
  pending: RecommendationRow | null
  hotspotId: string | null
}

export async function situationOf(
  tx: Tx,
  host: HostModel,
  pending: RecommendationRow | null,
  now: Date,
): Promise<HostSituation> {
  const policy = await policyInForce(tx, host)
  const grant = await grantInForce(tx, host, 'weight', now)
  const stop = await findStop(tx)
  const hotspots = await tx.hotspot.findMany({
    where: { hostId: host.id, closedAt: null },
    orderBy: { openedAt: 'asc' },
  })
  const newest = await tx.hostRecommendation.findFirst({
    where: { hostId: host.id },
    orderBy: { id: 'desc' },
  })
  const situation: Situation = {
    nowEpochSeconds: now.getTime() / 1000,
    policy: loopPolicyOf(policy.settings),
    stopped: stop?.reason ?? null,
    ...(await observedOf(tx, host.id)),
    hotspots: hotspots.map(({ domain, openedAt }) => ({
      domain,
      openedAtEpochSeconds: openedAt.getTime() / 1000,
    })),
    pending: pending && (await pendingOf(tx, pending, grant, now)),
    lastAnalysedAtEpochSeconds: newest && newest.createdAt.getTime() / 1000,
    lastChangedAtEpochSeconds: await lastChangeOf(tx, host.id),
    leftLately: await leftLately(tx, host.id, now),
    grant: grant && grantOf(grant),
    provenKinds: await provenKinds(tx, host.id),
  }
  return { situation, policy, grant, pending, hotspotId: hotspots[0]?.id ?? null }
}
