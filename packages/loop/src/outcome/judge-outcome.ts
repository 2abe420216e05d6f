/** A predicted time with its interval, in seconds. */
export interface ForetoldTime {
  seconds: number
  lowSeconds: number
  highSeconds: number
}

/** How one domain fared after a change of weights. */
export interface OutcomeDomain {
  domain: string
  /** The measured statistic. Null when nothing was measured. */
  measuredSeconds: number | null
  /** The number of requests behind it. */
  requests: number
  targetSeconds: number | null
  /** Under the new weights and the load that came. Null where the model has no finite time. */
  underThisLoad: ForetoldTime | null
  /** For the same load under the old weights. */
  leftAlone: ForetoldTime | null
}

export interface JudgedOutcome {
  /**
   * `confirmed`: every domain answers within the foretold interval, or faster. `worse`: leaving
   * things alone would have been better, beyond its interval. `unknown`: too little was measured.
   */
  state: 'confirmed' | 'not-confirmed' | 'worse' | 'unknown'
  /** The domains that decided: those that are off, that became worse, or that are missing. */
  domains: string[]
}

/**
 * A 95th percentile of fewer requests is little more than their maximum: at 60, three lie above it.
 */
export const LEAST_REQUESTS = 60

type Comparable = OutcomeDomain & {
  measuredSeconds: number
  underThisLoad: ForetoldTime
  leftAlone: ForetoldTime
}

/**
 * Compares what came after a change with what was foretold for the load that came, and with what
 * leaving things alone would have been. It is judged by what the change was made for: the domain that
 * is farthest above its target or, where none has one, the mean over the domains. The interval of
 * leaving alone is taken at its far end, so that a model that is merely off undoes nothing.
 */
export function judgeOutcome(domains: readonly OutcomeDomain[]): JudgedOutcome {
  const comparable = domains.filter(isComparable)
  const targeted = domains.filter(({ targetSeconds }) => targetSeconds !== null)
  const missing = (targeted.length > 0 ? targeted : domains).filter((each) => !isComparable(each))
  const worse = worseDomains(comparable)
  if (worse.length > 0) return { state: 'worse', domains: worse }
  if (comparable.length === 0 || missing.length > 0) {
    return { state: 'unknown', domains: missing.map(({ domain }) => domain) }
  }
  const off = comparable.filter(
    ({ measuredSeconds, underThisLoad }) => measuredSeconds > underThisLoad.highSeconds,
  )
  return off.length === 0
    ? { state: 'confirmed', domains: [] }
    : { state: 'not-confirmed', domains: off.map(({ domain }) => domain) }
}

function isComparable(each: OutcomeDomain): each is Comparable {
  const { measuredSeconds, requests, underThisLoad, leftAlone } = each
  return (
    measuredSeconds !== null &&
    requests >= LEAST_REQUESTS &&
    underThisLoad !== null &&
    leftAlone !== null
  )
}

/** The domains for which the outcome as a whole is worse than leaving alone; none if it is not. */
function worseDomains(domains: readonly Comparable[]): string[] {
  const judged = domains.filter(({ targetSeconds }) => targetSeconds !== null)
  if (judged.length > 0) return worseAgainstTargets(judged)
  const meanLog = (pick: (each: Comparable) => number) =>
    domains.reduce((sum, each) => sum + Math.log(pick(each)), 0) / domains.length
  const measured = meanLog(({ measuredSeconds }) => measuredSeconds)
  const alone = meanLog(({ leftAlone }) => leftAlone.highSeconds)
  if (domains.length === 0 || measured <= alone) return []
  return domains
    .filter(({ measuredSeconds, leftAlone }) => measuredSeconds > leftAlone.seconds)
    .map(({ domain }) => domain)
}

/** A domain that keeps its target is not worse off, however much slower it became. */
function worseAgainstTargets(domains: readonly Comparable[]): string[] {
  const ratio = ({ targetSeconds }: Comparable, seconds: number) => seconds / targetSeconds!
  const alone = Math.max(...domains.map((each) => ratio(each, each.leftAlone.highSeconds)))
  return domains
    .filter((each) => {
      const measured = ratio(each, each.measuredSeconds)
      return measured >= 1 && measured > alone
    })
    .map(({ domain }) => domain)
}
