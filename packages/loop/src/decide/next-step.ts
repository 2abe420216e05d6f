import { MINUTE_SECONDS } from '../relief/host-minute.ts'
import { judgeRelief } from '../relief/judge-relief.ts'
import { isNegligible, relieve } from '../relief/relief.ts'
import { lacksAuthority } from './authority.ts'
import {
  analysisHindrances,
  changeHindrances,
  noGrant,
  reliefHindrances,
  rollBackHindrances,
} from './hindrances.ts'
import { lookBackRange } from './look-back-range.ts'
import { outcomeRange, SETTLING_SECONDS } from './outcome-range.ts'
import type { PendingRecommendation, Situation } from './situation.ts'
import type { Hindrance, Step } from './step.ts'
import { wantedChanges } from './wanted-changes.ts'
import { notWorthIt } from './worth-it.ts'

/**
 * What to do on a host now: the whole decision of the loop. Under `off` nothing begins and nothing
 * changes; what had begun still expires, and what had been applied is still judged.
 */
export function nextStep(situation: Situation): Step {
  const { pending, policy } = situation
  if (pending && isExpired(situation, pending)) return { do: 'expire' }
  if (pending?.state === 'applied') return afterApplication(situation, pending)
  if (policy.mode === 'off') return nothing({ code: 'policy-off' })
  if (pending === null) return answerToHotspot(situation)
  switch (pending.state) {
    case 'analysing':
      return afterAnalysis(situation, pending)
    case 'planning':
      return afterPlanning(situation, pending)
    case 'open':
      return whileOpen(situation, pending)
    case 'approved':
      return onceApproved(situation, pending)
    case 'worse':
      return onceWorse(situation, pending)
    case 'applying':
    case 'rolling-back':
      return nothing({ code: 'under-way' })
  }
}

const EXPIRING: readonly PendingRecommendation['state'][] = [
  'analysing',
  'planning',
  'open',
  'approved',
]

function isExpired({ nowEpochSeconds }: Situation, pending: PendingRecommendation): boolean {
  return EXPIRING.includes(pending.state) && nowEpochSeconds >= pending.expiresAtEpochSeconds
}

function nothing(because: Hindrance): Step {
  return { do: 'nothing', because }
}

/** A miss is a fact, and relief is asked at once. An analysis is made where relief is blind. */
function answerToHotspot(situation: Situation): Step {
  const { host, minutes, policy: rule, lastChangedAtEpochSeconds: changed } = situation
  if (situation.hotspots.length === 0) return nothing({ code: 'no-hotspot' })
  if (host === null) return analysis(situation)
  const [hindrance] = reliefHindrances(situation)
  if (hindrance) return nothing(hindrance)
  const { factors, undoneKinds, nowEpochSeconds } = situation
  const secondsSinceChange = changed === null ? null : nowEpochSeconds - changed
  const found = { host, minutes, rule, bounds: rule, factors, undoneKinds, secondsSinceChange }
  const answered = relieve(found)
  switch (answered.answer) {
    case 'change':
      return { do: 'relieve', relief: answered.relief }
    case 'blind':
      return analysis(situation)
    case 'move-needed':
      return nothing({ code: 'move-needed', domains: answered.domains })
    case 'undone-lately':
      return nothing({ code: 'undone-lately', kind: answered.kind })
    case 'model-waits':
      return nothing({
        code: 'model-waits',
        untilEpochSeconds: nowEpochSeconds + answered.secondsLeft,
      })
    case 'calm':
    case 'in-force':
      return nothing({ code: 'no-relief-needed' })
  }
}

function analysis(situation: Situation): Step {
  const [hindrance] = analysisHindrances(situation)
  const range = lookBackRange(situation)
  if (hindrance || !range) return nothing(hindrance ?? { code: 'not-observed', problem: null })
  return { do: 'analyse', ...range }
}

function afterAnalysis({ policy }: Situation, { proposal }: PendingRecommendation): Step {
  if (proposal === null) return nothing({ code: 'under-way' })
  const because = notWorthIt(policy, proposal)
  return because ? { do: 'drop', because } : { do: 'plan' }
}

/** What cannot be applied without a person now is offered, and applied later if that ends. */
function afterPlanning(situation: Situation, pending: PendingRecommendation): Step {
  if (pending.canApply === null) return nothing({ code: 'under-way' })
  if (situation.policy.mode !== 'automatic') return { do: 'offer', because: unfit(pending) }
  const because = hindranceOfGrant(situation, pending)
  return because ? { do: 'offer', because } : applied(situation, 'grant')
}

function whileOpen(situation: Situation, pending: PendingRecommendation): Step {
  const isAutomatic = situation.policy.mode === 'automatic'
  const because = isAutomatic ? hindranceOfGrant(situation, pending) : null
  if (isAutomatic && !because) return applied(situation, 'grant')
  const newer = isOld(situation, pending) ? answerToHotspot(situation) : null
  const isReplaced = newer !== null && newer.do !== 'nothing' && !isAlike(newer, pending)
  return isReplaced ? newer : nothing(because ?? { code: 'waits-for-person' })
}

function onceApproved(situation: Situation, pending: PendingRecommendation): Step {
  // Under `recommend` a person makes the change.
  if (situation.policy.mode === 'recommend') return nothing({ code: 'waits-for-person' })
  if (pending.lacksApproval) return nothing({ code: 'second-person-needed' })
  if (pending.canApply === null) return nothing({ code: 'under-way' })
  const because = unfit(pending) ?? changeHindrances(situation)[0]
  return because ? nothing(because) : applied(situation, 'approval')
}

/** Whether a relief would lead to nearly the shares that wait already. */
function isAlike(newer: Step, pending: PendingRecommendation): boolean {
  const waiting = wantedChanges(pending)
  if (newer.do !== 'relieve' || waiting === null) return false
  const shares = new Map(waiting.map(({ domain, shareAfter }) => [domain, shareAfter]))
  return isNegligible(
    newer.relief.changes.map(({ domain, shareAfter }) => ({
      domain,
      shareBefore: shares.get(domain) ?? 0,
      shareAfter,
    })),
  )
}

/** Nobody can decide about something that is replaced all the time. */
const REPLACED_AFTER_SECONDS = 900

function isOld({ nowEpochSeconds }: Situation, { createdAtEpochSeconds }: PendingRecommendation) {
  return nowEpochSeconds >= createdAtEpochSeconds + REPLACED_AFTER_SECONDS
}

/** Once no target is missed any more, a change of an hour ago no longer answers anything. */
function hindranceOfGrant(situation: Situation, pending: PendingRecommendation): Hindrance | null {
  const lacking = lacksAuthority(situation, pending) ?? unfit(pending)
  if (lacking) return lacking
  if (situation.hotspots.length === 0) return { code: 'no-hotspot' }
  return changeHindrances(situation)[0] ?? null
}

function unfit({ canApply, cannotBecause: reason }: PendingRecommendation): Hindrance | null {
  if (canApply === null) return { code: 'under-way' }
  return canApply ? null : { code: 'cannot-apply', reason }
}

function applied({ policy }: Situation, authority: 'approval' | 'grant'): Step {
  return policy.dryRun ? { do: 'would-apply' } : { do: 'apply', authority }
}

/** Of the load before a change. */
const COMPARED_MINUTES = 5

function afterApplication(situation: Situation, pending: PendingRecommendation): Step {
  if (pending.appliedAtEpochSeconds === null) return nothing({ code: 'under-way' })
  const { isDue, ...range } = outcomeRange(situation, pending.appliedAtEpochSeconds)
  const { host, minutes } = situation
  if (isDue && pending.relief && host) {
    const applied = pending.appliedAtEpochSeconds
    const before = minutes.filter(({ startEpochSeconds: at }) => at + MINUTE_SECONDS <= applied)
    const since = minutes.filter(({ startEpochSeconds: at }) => at >= range.fromEpochSeconds)
    const compared = { before: before.slice(-COMPARED_MINUTES), since }
    return { do: 'settle-outcome', outcome: judgeRelief(host, pending.relief, compared) }
  }
  if (isDue) return { do: 'judge-outcome', ...range }
  return nothing({ code: 'observing-outcome', untilEpochSeconds: range.toEpochSeconds })
}

/** Only its own change may the loop undo by itself, not what somebody made of it since. */
function onceWorse(situation: Situation, pending: PendingRecommendation): Step {
  const { policy, lastChangedAtEpochSeconds: changed } = situation
  const settled = (pending.appliedAtEpochSeconds ?? 0) + SETTLING_SECONDS
  const isOwn = changed === null || changed <= settled
  const byItself = policy.mode === 'automatic' && !policy.dryRun && isOwn && !noGrant(situation)
  if (!byItself) return nothing({ code: 'waits-for-person' })
  const [hindrance] = rollBackHindrances(situation)
  return hindrance ? nothing(hindrance) : { do: 'roll-back' }
}
