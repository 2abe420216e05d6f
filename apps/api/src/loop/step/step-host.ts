import { type JudgedOutcome, type LoopPorts, type NotWorthIt, takeStep } from '@steelyard/loop'
import { rollbackCandidates } from '../../applications/application-row.ts'
import type { Tx } from '../../db.ts'
import type { Deps } from '../../deps.ts'
import { lockHost } from '../../hosts/host-row.ts'
import { DAY_MS } from '../../milliseconds.ts'
import { holdForStep } from '../hold-for-step.ts'
import { outcomeTurn } from '../outcomes/outcome-turn.ts'
import { reliefOutcomeOf } from '../outcomes/relief-outcome-of.ts'
import { proposedChange } from '../recommendations/proposed-change.ts'
import {
  type RecommendationRow,
  unclosedRecommendations,
} from '../recommendations/recommendation-row.ts'
import { unpackRelief } from '../recommendations/stored-relief.ts'
import { supersedeOthers } from '../recommendations/supersede-others.ts'
import { type Turn, turnRecommendation } from '../recommendations/turn-recommendation.ts'
import { situationOf } from '../situation/situation-of.ts'
import { holdStop } from '../stop/loop-stop.ts'
import { applyPlan } from './apply-plan.ts'
import { beginAnalysis } from './begin-analysis.ts'
import type { HostStep, RecommendationStep } from './host-step.ts'
import { makePlan } from './make-plan.ts'
import { noteWaiting } from './note-waiting.ts'
import { offerPlan } from './offer-plan.ts'
import { relieveHost } from './relieve-host.ts'
import { requestJudgement } from './request-judgement.ts'
import { rollBack } from './roll-back.ts'
import { settledWork } from './settle-work.ts'

/** So long a host waits for a person to say what is to become of a change that made things worse. */
const LONGEST_WAIT_MS = DAY_MS

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

/** Recommends nothing of what the analysis advises. */
async function dropProposal(
  { tx, pending, now }: RecommendationStep,
  because: NotWorthIt,
): Promise<void> {
  const saying = { code: 'not-worth-it', because, analysis: pending.advice!.says } as const
  const turn = { state: 'nothing-to-gain', decision: 'nothing-to-gain' } as const
  await turnRecommendation(tx, pending, { ...turn, saying }, now)
}

/** Ends a recommendation whose time is over. */
async function expireRecommendation(tx: Tx, row: RecommendationRow, now: Date): Promise<void> {
  const wasShown = row.state === 'open' || row.state === 'approved'
  await turnRecommendation(
    tx,
    row,
    {
      state: 'expired',
      saying: { code: 'expired', from: row.state },
      decision: 'expired',
      ...(wasShown ? { notice: 'recommendation-expired' } : {}),
    },
    now,
  )
}

/** Says what would have been applied now, were it not for the dry run. */
async function noteDryRun({ tx, pending, grant, now }: RecommendationStep): Promise<void> {
  await supersedeOthers(tx, pending, now)
  const { decidedBy } = pending
  const authority = decidedBy
    ? ({ by: 'approval', person: decidedBy } as const)
    : ({ by: 'grant', person: grant!.givenByName } as const)
  await turnRecommendation(
    tx,
    pending,
    {
      state: 'dry-run',
      saying: { code: 'would-apply', proposal: proposedChange(pending), authority },
      decision: 'would-apply',
    },
    now,
  )
}

/** Notes what came of a relief, which the observations alone say. */
async function settleOutcome(
  { tx, pending, situation, now }: RecommendationStep,
  judged: JudgedOutcome,
): Promise<void> {
  const outcome = reliefOutcomeOf(judged, {
    relief: unpackRelief(pending)!,
    host: situation.host!,
    minutes: situation.minutes,
    appliedAtEpochSeconds: situation.pending!.appliedAtEpochSeconds!,
    judgedAt: now,
  })
  await turnRecommendation(tx, pending, outcomeTurn(outcome, now), now)
}

/** Whether there is nothing left to ask about a change that made things worse. Null: there is. */
async function settledWorse(
  tx: Tx,
  { state, hostId, applicationId, judgedAt }: RecommendationRow,
  now: Date,
): Promise<Turn | null> {
  if (state !== 'worse') return null
  const over = { state: 'worse', decision: 'expired', isOver: true } as const
  const undoable = await rollbackCandidates(tx, [hostId])
  if (applicationId === null || !undoable.has(applicationId)) {
    return { ...over, saying: { code: 'worse', why: 'changed-since' } }
  }
  if (now.getTime() - (judgedAt?.getTime() ?? 0) < LONGEST_WAIT_MS) return null
  return { ...over, saying: { code: 'worse', why: 'left-alone' } }
}
