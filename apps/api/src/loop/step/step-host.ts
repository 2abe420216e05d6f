import { type LoopPorts, takeStep } from '@steelyard/loop'
import type { Tx } from '../../db.ts'
import type { Deps } from '../../deps.ts'
import { lockHost } from '../../hosts/host-row.ts'
import { holdForStep } from '../hold-for-step.ts'
import {
  type RecommendationRow,
  unclosedRecommendations,
} from '../recommendations/recommendation-row.ts'
import { turnRecommendation } from '../recommendations/turn-recommendation.ts'
import { situationOf } from '../situation/situation-of.ts'
import { holdStop } from '../stop/loop-stop.ts'
import { applyPlan } from './apply-plan.ts'
import { beginAnalysis } from './begin-analysis.ts'
import { dropProposal } from './drop-proposal.ts'
import { expireRecommendation } from './expire-recommendation.ts'
import type { HostStep, RecommendationStep } from './host-step.ts'
import { makePlan } from './make-plan.ts'
import { noteDryRun } from './note-dry-run.ts'
import { noteWaiting } from './note-waiting.ts'
import { offerPlan } from './offer-plan.ts'
import { relieveHost } from './relieve-host.ts'
import { requestJudgement } from './request-judgement.ts'
import { rollBack } from './roll-back.ts'
import { settleOutcome } from './settle-outcome.ts'
import { settledWork } from './settle-work.ts'
import { settledWorse } from './settle-worse.ts'

/**
 * Takes the next step of the loop on one host. The step is a transaction, so a process that is
 * killed has taken it or not, and whoever comes next finds out from the database what to do.
 */
export async function stepHost(deps: Deps, hostId: string, now = new Date()): Promise<void> {
  await deps.db.$transaction(async (tx) => {
    if (!(await holdForStep(tx, hostId))) return
    const host = await lockHost(tx, hostId)
    await holdStop(tx)
    const [pending = null, ...older] = await unclosedRecommendations(tx, hostId)
    await expireOlder(tx, older, now)
    await takeStep(portsOf({ deps, tx, host, now }, pending))
  })
}

/** An older one can still be decided about while the next is being worked out. */
async function expireOlder(tx: Tx, older: RecommendationRow[], now: Date): Promise<void> {
  for (const row of older) {
    if (row.expiresAt <= now) await expireRecommendation(tx, row, now)
  }
}

async function settle(tx: Tx, pending: RecommendationRow, now: Date): Promise<boolean> {
  const turn = settledWork(pending) ?? (await settledWorse(tx, pending, now))
  if (turn) await turnRecommendation(tx, pending, turn, now)
  return turn !== null
}

/** Each thing that a step may do is a use case of its own. */
function portsOf(
  at: Pick<HostStep, 'deps' | 'tx' | 'host' | 'now'>,
  pending: RecommendationRow | null,
): LoopPorts {
  const { tx, host, now } = at
  let step: HostStep
  // A step about a recommendation comes only where there is one.
  const about = () => step as RecommendationStep
  return {
    settle: async () => pending !== null && settle(tx, pending, now),
    async situation() {
      step = { ...at, ...(await situationOf(tx, host, pending, now)) }
      return step.situation
    },
    nothing: ({ because }) => noteWaiting(step, because),
    relieve: ({ relief }) => relieveHost(step, relief),
    analyse: (range) => beginAnalysis(step, range),
    drop: ({ because }) => dropProposal(about(), because),
    plan: () => makePlan(about()),
    offer: ({ because }) => offerPlan(about(), because),
    expire: () => expireRecommendation(tx, about().pending, now),
    'would-apply': () => noteDryRun(about()),
    apply: ({ authority }) => applyPlan(about(), authority),
    'settle-outcome': ({ outcome }) => settleOutcome(about(), outcome),
    'judge-outcome': (range) => requestJudgement(about(), range),
    'roll-back': () => rollBack(about()),
  }
}
