/**
 * The judge of the loop. It knows what really happened on a simulated host, and shares no code with
 * what it judges.
 */

/** A change of weights, as shares of the guests' weights. */
export interface JudgedChange {
  atSeconds: number
  isRollBack: boolean
  sharesBefore: Readonly<Record<string, number>>
  sharesAfter: Readonly<Record<string, number>>
}

/** One domain with a target in one minute; nothing is known of a minute without requests. */
interface JudgedDomain {
  domain: string
  requests: number
  seconds: number
  targetSeconds: number
}

export interface JudgedMinute {
  startSeconds: number
  domains: readonly JudgedDomain[]
}

/** A stretch with more load than usual. */
export interface Episode {
  fromSeconds: number
  toSeconds: number
}

const MINUTE_SECONDS = 60
const DAY_SECONDS = 86_400
/** Two shares closer than this are the same, because weights are whole numbers. */
const SAME_SHARE = 0.005
/** Relief has come with the first of so many minutes in which every target is kept. */
const RELIEF_MINUTES = 5

interface MissedShares {
  /** Of all minutes, in which some domain missed its target. */
  ofTime: number
  /** Of the requests to domains with a target, which came in minutes when their domain missed it. */
  ofRequests: number
}

export function missedShares(minutes: readonly JudgedMinute[]): MissedShares {
  const domains = minutes.flatMap((minute) => minute.domains)
  const missed = minutes.filter((minute) => minute.domains.some(misses))
  const all = requestsOf(domains)
  return {
    ofTime: minutes.length === 0 ? 0 : missed.length / minutes.length,
    ofRequests: all === 0 ? 0 : requestsOf(domains.filter(misses)) / all,
  }
}

function misses({ seconds, targetSeconds }: JudgedDomain): boolean {
  return seconds >= targetSeconds
}

function requestsOf(domains: readonly JudgedDomain[]): number {
  return domains.reduce((sum, { requests }) => sum + requests, 0)
}

/** Whoever adapts to the load may return to earlier weights; it was no use if misses follow so soon. */
const SOON_SECONDS = 1800

/**
 * How often somebody went to and fro: changed weights to what a change of the last 24 hours had left,
 * roll-backs among them, and a target was missed in the half hour after it. A roll-back itself goes
 * back by its nature, and is counted elsewhere.
 */
export function oscillations(
  changes: readonly JudgedChange[],
  minutes: readonly JudgedMinute[],
): number {
  return changes.filter(
    (change, index) =>
      !change.isRollBack &&
      changes
        .slice(0, index)
        .some(
          (earlier) =>
            change.atSeconds - earlier.atSeconds < DAY_SECONDS &&
            isSame(earlier.sharesBefore, change.sharesAfter),
        ) &&
      within(minutes, {
        fromSeconds: change.atSeconds,
        toSeconds: change.atSeconds + SOON_SECONDS,
      }).some(({ domains }) => domains.some(misses)),
  ).length
}

function isSame(a: JudgedChange['sharesBefore'], b: JudgedChange['sharesBefore']): boolean {
  const names = [...new Set([...Object.keys(a), ...Object.keys(b)])]
  return names.every((name) => Math.abs((a[name] ?? 0) - (b[name] ?? 0)) <= SAME_SHARE)
}

/**
 * Seconds from the beginning of each episode to relief: the first of five minutes in a row in which
 * every target is kept. At most the length of the episode.
 */
export function reliefSeconds(
  minutes: readonly JudgedMinute[],
  episodes: readonly Episode[],
): number[] {
  return episodes.map((episode) => {
    const kept = within(minutes, episode).map(({ domains }) => !domains.some(misses))
    const relieved = kept.findIndex(
      (_, index) =>
        index + RELIEF_MINUTES <= kept.length &&
        kept.slice(index, index + RELIEF_MINUTES).every(Boolean),
    )
    return relieved < 0 ? episode.toSeconds - episode.fromSeconds : relieved * MINUTE_SECONDS
  })
}

/** A host that is left alone misses targets in so many of five minutes: it is overloaded. */
const OVERLOADED_MINUTES = 3

/**
 * The episodes in which a host that is left alone is overloaded, each from the first of the minutes
 * that show it.
 */
export function overloadedEpisodes(
  leftAlone: readonly JudgedMinute[],
  episodes: readonly Episode[],
): Episode[] {
  return episodes.flatMap((episode) => {
    const minutes = within(leftAlone, episode)
    const missed = minutes.map(({ domains }) => domains.some(misses))
    const first = missed.findIndex(
      (isMissed, index) =>
        isMissed &&
        missed.slice(index, index + RELIEF_MINUTES).filter(Boolean).length >= OVERLOADED_MINUTES,
    )
    return first < 0 ? [] : [{ ...episode, fromSeconds: minutes[first]!.startSeconds }]
  })
}

function within(minutes: readonly JudgedMinute[], { fromSeconds, toSeconds }: Episode) {
  return minutes.filter(
    ({ startSeconds }) => startSeconds >= fromSeconds && startSeconds < toSeconds,
  )
}

/** The outcome of a change is worse if it lies so far above what would have been without it. */
const WORSE = 1.1

/**
 * Whether a change was bad: over the same minutes some target was missed that is farther from being
 * kept than with the weights left alone. The geometric mean of a domain's values over its target
 * counts, and of the domains the worst.
 */
export function isBad(
  changed: readonly JudgedMinute[],
  leftAlone: readonly JudgedMinute[],
): boolean {
  const [now, otherwise] = [worstRatio(changed), worstRatio(leftAlone)]
  return now >= 1 && now > WORSE * otherwise
}

function worstRatio(minutes: readonly JudgedMinute[]): number {
  const logs = new Map<string, number[]>()
  for (const { domain, seconds, targetSeconds } of minutes.flatMap(({ domains }) => domains)) {
    logs.set(domain, [...(logs.get(domain) ?? []), Math.log(seconds / targetSeconds)])
  }
  const means = [...logs.values()].map(
    (each) => each.reduce((sum, log) => sum + log, 0) / each.length,
  )
  return Math.exp(Math.max(Number.NEGATIVE_INFINITY, ...means))
}

/** One guest that pays, in one minute with requests; seconds at its clients. */
export interface PayingMinute {
  startSeconds: number
  requests: number
  meanSeconds: number
  p95Seconds: number
}

export interface PayersTimes {
  requests: number
  /** Over all requests. */
  meanSeconds: number
  /** The 95th percentiles of the minutes, averaged over the requests. */
  p95Seconds: number
}

/** What those who pay have of it, within some episodes and outside them; null without requests. */
export function payersTimes(
  minutes: readonly PayingMinute[],
  episodes: readonly Episode[],
): { overloaded: PayersTimes | null; otherwise: PayersTimes | null } {
  const isOverloaded = ({ startSeconds }: PayingMinute) =>
    episodes.some(
      ({ fromSeconds, toSeconds }) => startSeconds >= fromSeconds && startSeconds < toSeconds,
    )
  return {
    overloaded: timesOver(minutes.filter(isOverloaded)),
    otherwise: timesOver(minutes.filter((each) => !isOverloaded(each))),
  }
}

function timesOver(minutes: readonly PayingMinute[]): PayersTimes | null {
  const requests = minutes.reduce((sum, each) => sum + each.requests, 0)
  if (requests === 0) return null
  const mean = (of: (minute: PayingMinute) => number) =>
    minutes.reduce((sum, each) => sum + each.requests * of(each), 0) / requests
  return {
    requests,
    meanSeconds: mean((each) => each.meanSeconds),
    p95Seconds: mean((each) => each.p95Seconds),
  }
}
