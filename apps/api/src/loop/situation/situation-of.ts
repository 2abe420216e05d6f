import { loopPolicyOf, type Situation, type UnchangingRelief } from '@steelyard/loop'
import { Prisma, type Tx } from '../../db.ts'
import { epochSecondsOf } from '../../epoch.ts'
import type { HostRow } from '../../hosts/host-row.ts'
import { type GrantRow, grantInForce } from '../grants/grant-row.ts'
import { type PolicyInForce, policyInForce } from '../policy-in-force.ts'
import type { RecommendationRow } from '../recommendations/recommendation-row.ts'
import { findStop } from '../stop/loop-stop.ts'
import { lastChangeOf, leftLately } from './changes-of.ts'
import { grantOf } from './grant-of.ts'
import { loadOf } from './load-of.ts'
import { observedOf } from './observed-of.ts'
import { pendingOf } from './pending-of.ts'

const UNCHANGING: readonly string[] = [
  'rejected',
  'dry-run',
  'failed',
] satisfies UnchangingRelief['how'][]

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
  host: HostRow,
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
  const analysed = await tx.hostRecommendation.findFirst({
    where: { hostId: host.id, relief: { equals: Prisma.DbNull } },
    select: { createdAt: true },
    orderBy: { id: 'desc' },
  })
  const observed = await observedOf(tx, host.id)
  const isAsked = policy.settings.mode !== 'off' && asksForLoad(pending, hotspots.length > 0)
  const situation: Situation = {
    nowEpochSeconds: epochSecondsOf(now),
    policy: loopPolicyOf(policy.settings),
    stopped: stop?.reason ?? null,
    ...observed,
    ...(await loadOf(tx, host, { observed, isAsked }, now)),
    hotspots: hotspots.map(({ domain, openedAt }) => ({
      domain,
      openedAtEpochSeconds: epochSecondsOf(openedAt),
    })),
    pending: pending && (await pendingOf(tx, pending, grant, now)),
    unchanging: await unchangingRelief(tx, host.id),
    lastAnalysedAtEpochSeconds: analysed && epochSecondsOf(analysed.createdAt),
    lastChangedAtEpochSeconds: await lastChangeOf(tx, host.id),
    leftLately: await leftLately(tx, host.id, now),
    grant: grant && grantOf(grant),
    provenKinds: await provenKinds(tx, host.id),
  }
  return { situation, policy, grant, pending, hotspotId: hotspots[0]?.id ?? null }
}

/** Whether the next step may rest on what the guests do: to relieve one, or to judge a relief. */
function asksForLoad(pending: RecommendationRow | null, isHot: boolean): boolean {
  if (pending?.state === 'applied') return pending.relief !== null
  return isHot && (pending === null || pending.state === 'open')
}

/** Kinds of changes that a person approved on a host and whose outcome was confirmed. */
async function provenKinds(tx: Tx, hostId: string): Promise<string[]> {
  const rows = await tx.hostRecommendation.findMany({
    where: { hostId, decision: 'approved', outcome: 'confirmed', kind: { not: null } },
    select: { kind: true },
    distinct: ['kind'],
  })
  return rows.flatMap(({ kind }) => kind ?? [])
}

/** The newest relief of a host, if it ended without a change. */
async function unchangingRelief(tx: Tx, hostId: string): Promise<UnchangingRelief | null> {
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
