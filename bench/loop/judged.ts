import { DAY_SECONDS, MINUTE_SECONDS } from './clock.ts'
import type { EntrantChange } from './entrant.ts'
import type { Family } from './families.ts'
import {
  type Episode,
  isBad,
  type JudgedMinute,
  missedShares,
  oscillations,
  type PayersTimes,
  type PayingMinute,
  payersTimes,
  reliefSeconds,
} from './judge.ts'
import type { LoadPlan } from './load-plan.ts'
import type { LoopCourse } from './play-entrant.ts'
import type { HostMaker, HostMinute, Weights } from './simulated-host.ts'

/** Where times are measured that are judged. */
export type Viewpoint = 'clients' | 'log'

/** What is found from one viewpoint. */
export interface View {
  missedOfTime: number
  missedOfRequests: number
  oscillations: number
  /** Changes that were worse than leaving alone would have been. */
  bad: number
  /** Those of them that were still in force an hour later. */
  badLeftStanding: number
  reliefSeconds: number[]
}

export interface EntrantScore {
  /** Null where a host does not know what its clients see. */
  clients: View | null
  log: View
  changes: number
  rollBacks: number
  /** Of the guests without a hard target, at their clients, in the overloads and outside them. */
  payers: { overloaded: PayersTimes | null; otherwise: PayersTimes | null }
}

/** The overloads by which relief is judged, from both viewpoints. */
export type Episodes = Readonly<Record<Viewpoint, readonly Episode[]>>

/** What the judge may know of the minutes of a host. */
export function judgedMinutes(
  { guests }: Family,
  minutes: readonly HostMinute[],
  viewpoint: Viewpoint,
): JudgedMinute[] {
  return minutes.map(({ startSeconds, domains }) => ({
    startSeconds,
    domains: domains.flatMap(({ domain, requests, trueSeconds, clientSeconds }) => {
      const seconds = viewpoint === 'clients' ? clientSeconds : trueSeconds
      const { targetSeconds } = guests.find(({ name }) => name === domain)!
      return targetSeconds === null || seconds === null
        ? []
        : [{ domain, requests, seconds, targetSeconds }]
    }),
  }))
}

/** Whether a host says what its clients see. */
export function knowsClients(minutes: readonly HostMinute[]): boolean {
  return minutes.some(({ domains }) => domains.some(({ clientSeconds }) => clientSeconds !== null))
}

export function judgePlayed(
  plan: LoadPlan,
  make: HostMaker,
  played: LoopCourse,
  episodes: Episodes,
): EntrantScore {
  const compared = played.changes.flatMap((change) =>
    change.by === 'roll-back' ? [] : [{ change, ...playOtherwise(plan, make, played, change) }],
  )
  const view = (viewpoint: Viewpoint): View => {
    const judged = (minutes: readonly HostMinute[]) =>
      judgedMinutes(plan.family, minutes, viewpoint)
    const minutes = judged(played.minutes)
    const { ofTime, ofRequests } = missedShares(minutes)
    const bad = compared.filter(({ changed, leftAlone }) =>
      isBad(judged(changed), judged(leftAlone)),
    )
    return {
      missedOfTime: ofTime,
      missedOfRequests: ofRequests,
      oscillations: oscillations(played.changes.map(asJudged), minutes),
      bad: bad.length,
      badLeftStanding: bad.filter(({ change }) => stands(played, change)).length,
      reliefSeconds: reliefSeconds(minutes, episodes[viewpoint]),
    }
  }
  return {
    clients: knowsClients(played.minutes) ? view('clients') : null,
    log: view('log'),
    changes: played.changes.length,
    rollBacks: played.changes.filter(({ by }) => by === 'roll-back').length,
    payers: payersTimes(payingMinutes(plan.family, played.minutes), plan.overloads),
  }
}

function asJudged({ atSeconds, by, before, after }: EntrantChange) {
  return {
    atSeconds,
    isRollBack: by === 'roll-back',
    sharesBefore: sharesOf(before),
    sharesAfter: sharesOf(after),
  }
}

/** Of all credits, Domain-0's too: whoever changes all guests alike changes what it has. */
function sharesOf(weights: Weights): Record<string, number> {
  const sum = Object.values(weights).reduce((total, weight) => total + weight, 0)
  return Object.fromEntries(
    Object.entries(weights).map(([domain, weight]) => [domain, weight / sum]),
  )
}

function payingMinutes({ guests }: Family, minutes: readonly HostMinute[]): PayingMinute[] {
  return minutes.flatMap(({ startSeconds, domains }) =>
    domains.flatMap(({ domain, requests, meanClientSeconds, clientSeconds }) => {
      const pays = guests.find(({ name }) => name === domain)!.targetSeconds === null
      return pays && meanClientSeconds !== null && clientSeconds !== null
        ? [{ startSeconds, requests, meanSeconds: meanClientSeconds, p95Seconds: clientSeconds }]
        : []
    }),
  )
}

/** What was waiting when weights changed is left out, and so is whatever is later than this. */
const JUDGED_AFTER_SECONDS = [60, 960] as const
const STANDING_SECONDS = 3600
const ANSWERED_WITHIN_MINUTES = 2

/** The time after a change as it was, and played again with the weights that it replaced. */
function playOtherwise(plan: LoadPlan, make: HostMaker, played: LoopCourse, change: EntrantChange) {
  const [from, to] = JUDGED_AFTER_SECONDS.map((seconds) => change.atSeconds + seconds) as [
    number,
    number,
  ]
  const until = Math.min(to, plan.days * DAY_SECONDS, inForceUntil(played, change))
  const alone = make(plan, { fromSeconds: from, weights: change.before })
  const leftAlone: HostMinute[] = []
  for (let at = from; at < until; at += MINUTE_SECONDS) leftAlone.push(alone.play())
  // Answers to the last of its requests.
  for (let minute = 0; minute < ANSWERED_WITHIN_MINUTES; minute++) alone.play()
  const first = from / MINUTE_SECONDS
  return { changed: played.minutes.slice(first, first + leftAlone.length), leftAlone }
}

function stands(played: LoopCourse, change: EntrantChange): boolean {
  return inForceUntil(played, change) >= change.atSeconds + STANDING_SECONDS
}

/** When the weights of a change were no longer those of the host, whoever changed them. */
function inForceUntil({ weights }: LoopCourse, { atSeconds, after }: EntrantChange): number {
  const from = atSeconds / MINUTE_SECONDS
  const later = weights.slice(from).findIndex((each) => !isSame(each, after))
  return later < 0 ? Number.POSITIVE_INFINITY : (from + later) * MINUTE_SECONDS
}

function isSame(a: Weights, b: Weights): boolean {
  return Object.entries(a).every(([name, weight]) => b[name] === weight)
}
