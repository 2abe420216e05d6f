import { DAY_SECONDS, MINUTE_SECONDS } from './clock.ts'
import type { Change } from './entrant.ts'
import { isBad, type JudgedMinute, missedShares, oscillations, reliefSeconds } from './judge.ts'
import { GUESTS, type LoadPlan, type Overload } from './load-plan.ts'
import type { Played } from './play-entrant.ts'
import { sharesOf } from './product-loop.ts'
import type { HostMaker, HostMinute, Weights } from './simulated-host.ts'

export interface Judged {
  missedOfTime: number
  missedOfRequests: number
  changes: number
  changesPerDay: number
  oscillations: number
  rollBacks: number
  /** Changes that were worse than leaving alone would have been. */
  bad: number
  /** Those of them that were still in force an hour later. */
  badLeftStanding: number
  reliefSeconds: number[]
}

/** What the judge may know of the minutes of a host. */
export function judgedMinutes(minutes: readonly HostMinute[]): JudgedMinute[] {
  return minutes.map(({ startSeconds, domains }) => ({
    startSeconds,
    domains: domains.flatMap(({ domain, requests, trueSeconds }) => {
      const target = GUESTS.find(({ name }) => name === domain)!.targetSeconds
      if (target === null || trueSeconds === null) return []
      return [{ domain, requests, seconds: trueSeconds, targetSeconds: target }]
    }),
  }))
}

export function judgePlayed(
  plan: LoadPlan,
  make: HostMaker,
  played: Played,
  overloads: readonly Pick<Overload, 'fromSeconds' | 'toSeconds'>[],
): Judged {
  const minutes = judgedMinutes(played.minutes)
  const { ofTime, ofRequests } = missedShares(minutes)
  const all = GUESTS.map(({ name }) => name)
  const bad = played.changes.filter((change) => isBadChange(plan, make, played, change))
  return {
    missedOfTime: ofTime,
    missedOfRequests: ofRequests,
    changes: played.changes.length,
    changesPerDay: played.changes.length / plan.days,
    oscillations: oscillations(
      played.changes.map(({ atSeconds, by, before, after }) => ({
        atSeconds,
        isRollBack: by === 'roll-back',
        sharesBefore: sharesOf(before, all),
        sharesAfter: sharesOf(after, all),
      })),
    ),
    rollBacks: played.changes.filter(({ by }) => by === 'roll-back').length,
    bad: bad.length,
    badLeftStanding: bad.filter((change) => stands(played, change)).length,
    reliefSeconds: reliefSeconds(minutes, overloads),
  }
}

/** What was waiting when weights changed is left out, and so is whatever is later than this. */
const JUDGED_AFTER_SECONDS = [60, 960] as const
const STANDING_SECONDS = 3600

/** Plays the time after a change again with the weights that it replaced. */
function isBadChange(plan: LoadPlan, make: HostMaker, played: Played, change: Change): boolean {
  if (change.by === 'roll-back') return false
  const [from, to] = JUDGED_AFTER_SECONDS.map((seconds) => change.atSeconds + seconds) as [
    number,
    number,
  ]
  const until = Math.min(to, plan.days * DAY_SECONDS, inForceUntil(played, change))
  const alone = make(plan, { fromSeconds: from, weights: change.before })
  const otherwise: HostMinute[] = []
  for (let at = from; at < until; at += MINUTE_SECONDS) otherwise.push(alone.play())
  const slice = played.minutes.slice(
    from / MINUTE_SECONDS,
    from / MINUTE_SECONDS + otherwise.length,
  )
  return isBad(judgedMinutes(slice), judgedMinutes(otherwise))
}

function stands(played: Played, change: Change): boolean {
  return inForceUntil(played, change) >= change.atSeconds + STANDING_SECONDS
}

/** When the weights of a change were no longer those of the host, whoever changed them. */
function inForceUntil({ weights }: Played, { atSeconds, after }: Change): number {
  const from = atSeconds / MINUTE_SECONDS
  const later = weights.slice(from).findIndex((each) => !isSame(each, after))
  return later < 0 ? Number.POSITIVE_INFINITY : (from + later) * MINUTE_SECONDS
}

function isSame(a: Weights, b: Weights): boolean {
  return Object.entries(a).every(([name, weight]) => b[name] === weight)
}
