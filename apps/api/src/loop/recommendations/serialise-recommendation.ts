import type { HostRecommendation, RecommendationState } from '@steelyard/contract'
import { gainOfRelief } from '@steelyard/loop'
import type { PlanWish } from '../../plans/plan-content.ts'
import { wishOf } from '../../plans/stored-wish.ts'
import { serialiseHotspot } from '../hotspots/serialise-hotspot.ts'
import { sayingText } from '../journal/stored-saying.ts'
import { presentOutcome } from './present-outcome.ts'
import type { RecommendationRow } from './recommendation-row.ts'
import { serialiseRelief, unpackRelief } from './stored-relief.ts'

/** @param undoable ids from `rollbackCandidates` */
export function serialiseRecommendation(
  row: RecommendationRow,
  undoable: ReadonlySet<string>,
): HostRecommendation {
  const { gain, uncertainty } = foretoldGain(row)
  return {
    id: row.id,
    hostId: row.hostId,
    hostName: row.host.name,
    hotspot: row.hotspot && serialiseHotspot(row.hotspot),
    state: row.state as RecommendationState,
    mode: row.mode as HostRecommendation['mode'],
    dryRun: row.isDryRun,
    reason: sayingText(row.reason, row.why),
    analysisId: row.analysisId,
    relief: serialiseRelief(row),
    planId: row.planId,
    planHash: row.plan?.hash ?? null,
    applicationId: row.applicationId,
    changes: changesOf(row),
    domain0Weight: row.host.domains[0]?.weight ?? null,
    gain,
    gainUncertainty: uncertainty,
    canDecide: row.state === 'open',
    canRollBack: row.applicationId !== null && undoable.has(row.applicationId),
    decision: decisionOf(row),
    supersededById: row.supersededById,
    outcome: presentOutcome(row),
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    closedAt: row.closedAt?.toISOString() ?? null,
  }
}

/** What is expected to be gained, and how sure that is; null where nobody foretells it. */
function foretoldGain(row: Pick<RecommendationRow, 'advice' | 'relief'>) {
  const relief = unpackRelief(row)
  if (relief) return { gain: gainOfRelief(relief), uncertainty: null }
  return { gain: row.advice?.gain ?? null, uncertainty: row.advice?.uncertainty ?? null }
}

/** From the wish of its plan, which outlives the analysis; before there is a plan, from that. */
export function changesOf({ plan, advice }: RecommendationRow): HostRecommendation['changes'] {
  if (plan) return changesOfWish(wishOf(plan))
  return advice?.changes ?? []
}

function changesOfWish({ weights, analysed, predicted }: PlanWish): HostRecommendation['changes'] {
  return weights.flatMap(({ domain, weight }) => {
    const before = analysed.find((each) => each.domain === domain)
    const said = predicted.find((each) => each.domain === domain)
    if (weight === undefined || !before) return []
    return {
      domain,
      weightBefore: before.weight,
      weightAfter: weight,
      predictedBefore: said?.before ?? null,
      predictedAfter: said?.after ?? null,
      targetMs: said?.targetMs ?? null,
    }
  })
}

function decisionOf({ decision, decidedBy, decidedAt }: RecommendationRow) {
  if (decision === null || decidedAt === null) return null
  return {
    decision: decision as 'approved' | 'rejected',
    by: decidedBy ?? '',
    at: decidedAt.toISOString(),
  }
}
