import { nextStep, type Step } from '@steelyard/loop'
import type { Tx } from '../../db.ts'
import type { Deps } from '../../deps.ts'
import { lockHost } from '../../hosts/host-row.ts'
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
import { holdForStep } from './hold-for-step.ts'
import type { HostStep, RecommendationStep } from './host-step.ts'
import { makePlan } from './make-plan.ts'
import { noteDryRun } from './note-dry-run.ts'
import { noteWaiting } from './note-waiting.ts'
import { offerPlan } from './offer-plan.ts'
import { requestJudgement } from './request-judgement.ts'
import { rollBack } from './roll-back.ts'
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
    if (pending && (await settle(tx, pending, now))) return
    const situation = await situationOf(tx, host, pending, now)
    await carryOut({ ...situation, deps, tx, host, now }, nextStep(situation.situation))
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

async function carryOut(step: HostStep, next: Step): Promise<void> {
  if (next.do === 'nothing') return noteWaiting(step, next.because)
  if (next.do === 'analyse') return beginAnalysis(step, next)
  // Every other step is about a recommendation.
  const about = step as RecommendationStep
  switch (next.do) {
    case 'drop':
      return dropProposal(about, next.because)
    case 'plan':
      return makePlan(about)
    case 'offer':
      return offerPlan(about, next.because)
    case 'expire':
      return expireRecommendation(step.tx, about.pending, step.now)
    case 'would-apply':
      return noteDryRun(about)
    case 'apply':
      return applyPlan(about, next.authority)
    case 'judge-outcome':
      return requestJudgement(about, next)
    case 'roll-back':
      return rollBack(about)
  }
}
