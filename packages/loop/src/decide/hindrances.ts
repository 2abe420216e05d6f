import { isWithinWindows } from './change-windows.ts'
import { LEAST_LOOK_BACK_SECONDS, lookBackRange } from './look-back-range.ts'
import { outcomeRange } from './outcome-range.ts'
import type { Situation } from './situation.ts'
import type { Hindrance } from './step.ts'

/** Whatever ends later than this before now, or begins later after it, is not of now. */
const NEWEST_WITHIN_SECONDS = 120

/** Why no change may be made on the host at this moment, whatever the change is. */
export function hindrancesNow(situation: Situation): Hindrance[] {
  return listed([
    off(situation),
    stopped(situation),
    notObserved(situation),
    ...ofTheClock(situation),
    observingOutcome(situation),
    noGrant(situation),
  ])
}

/** Why nothing may be written on the host now, though somebody allowed it. */
export function changeHindrances(situation: Situation): Hindrance[] {
  return listed([stopped(situation), notObserved(situation), ...ofTheClock(situation)])
}

/** Why nobody is relieved now. */
export function reliefHindrances(situation: Situation): Hindrance[] {
  return listed([
    stopped(situation),
    notObserved(situation),
    coolDown(situation),
    answeredLately(situation),
  ])
}

/** Whoever has just decided, or reads what a dry run would have done, is not asked again at once. */
const DECIDED_PAUSE_SECONDS = 900

function answeredLately({
  unchanging,
  policy: { coolDownSeconds },
  nowEpochSeconds,
}: Situation): Hindrance | null {
  if (unchanging === null) return null
  const { how, endedAtEpochSeconds: ended } = unchanging
  const untilEpochSeconds = ended + (how === 'failed' ? coolDownSeconds : DECIDED_PAUSE_SECONDS)
  return nowEpochSeconds < untilEpochSeconds
    ? { code: 'answered-lately', how, untilEpochSeconds }
    : null
}

/** Why no analysis may begin now. */
export function analysisHindrances(situation: Situation): Hindrance[] {
  return listed([
    stopped(situation),
    notObserved(situation),
    coolDown(situation),
    observingOutcome(situation),
    analysedLately(situation),
    observedTooBriefly(situation),
  ])
}

/** Why a change is not undone now: it restores what was, so neither windows nor cool-down count. */
export function rollBackHindrances(situation: Situation): Hindrance[] {
  return listed([stopped(situation), blackout(situation)])
}

/** Under `automatic`, changes are made with a grant alone. */
export function noGrant({ policy, grant, nowEpochSeconds }: Situation): Hindrance | null {
  if (policy.mode !== 'automatic') return null
  const holds = grant !== null && nowEpochSeconds < grant.expiresAtEpochSeconds
  return holds ? null : { code: 'no-grant' }
}

function ofTheClock(situation: Situation): (Hindrance | null)[] {
  return [blackout(situation), outsideWindows(situation), coolDown(situation)]
}

function off({ policy }: Situation): Hindrance | null {
  return policy.mode === 'off' ? { code: 'policy-off' } : null
}

export function stopped({ stopped: reason }: Pick<Situation, 'stopped'>): Hindrance | null {
  return reason === null ? null : { code: 'stopped', reason }
}

function notObserved(situation: Situation): Hindrance | null {
  const { nowEpochSeconds, observedToEpochSeconds, watchProblem: problem } = situation
  const isNew =
    observedToEpochSeconds !== null &&
    Math.abs(nowEpochSeconds - observedToEpochSeconds) <= NEWEST_WITHIN_SECONDS
  return isNew && problem === null ? null : { code: 'not-observed', problem }
}

export function blackout({
  policy,
  nowEpochSeconds: now,
}: Pick<Situation, 'policy' | 'nowEpochSeconds'>): Hindrance | null {
  const found = policy.blackouts.find(
    ({ fromEpochSeconds, toEpochSeconds }) => now >= fromEpochSeconds && now < toEpochSeconds,
  )
  return found ? { code: 'blackout', reason: found.reason } : null
}

export function outsideWindows({
  policy,
  nowEpochSeconds,
}: Pick<Situation, 'policy' | 'nowEpochSeconds'>): Hindrance | null {
  const isWithin = isWithinWindows(policy.windows, policy.timeZone, nowEpochSeconds)
  return isWithin ? null : { code: 'outside-windows' }
}

function coolDown({ policy, lastChangedAtEpochSeconds, ...at }: Situation): Hindrance | null {
  return waiting('cool-down', at, lastChangedAtEpochSeconds, policy.coolDownSeconds)
}

/**
 * What led to nothing is looked at again once a third of the look-back is new. What waits for a person
 * is left alone for longer: nobody can decide about something that is replaced all the time.
 */
function analysedLately({ policy, pending, lastAnalysedAtEpochSeconds, ...at }: Situation) {
  const seconds = policy.lookBackSeconds / (pending === null ? 3 : 1)
  return waiting('analysed-lately', at, lastAnalysedAtEpochSeconds, seconds)
}

function waiting(
  code: 'cool-down' | 'analysed-lately',
  { nowEpochSeconds }: Pick<Situation, 'nowEpochSeconds'>,
  sinceEpochSeconds: number | null,
  seconds: number,
): Hindrance | null {
  if (sinceEpochSeconds === null) return null
  const untilEpochSeconds = sinceEpochSeconds + seconds
  return nowEpochSeconds < untilEpochSeconds ? { code, untilEpochSeconds } : null
}

function observingOutcome(situation: Situation): Hindrance | null {
  const { pending } = situation
  if (pending?.state !== 'applied' || pending.appliedAtEpochSeconds === null) return null
  const { isDue, toEpochSeconds } = outcomeRange(situation, pending.appliedAtEpochSeconds)
  return isDue ? null : { code: 'observing-outcome', untilEpochSeconds: toEpochSeconds }
}

function observedTooBriefly(situation: Situation): Hindrance | null {
  const range = lookBackRange(situation)
  if (range === null) return null
  const untilEpochSeconds = range.fromEpochSeconds + LEAST_LOOK_BACK_SECONDS
  return range.toEpochSeconds < untilEpochSeconds
    ? { code: 'observed-too-briefly', untilEpochSeconds }
    : null
}

function listed(hindrances: readonly (Hindrance | null)[]): Hindrance[] {
  return hindrances.filter((hindrance) => hindrance !== null)
}
