/** A predicted time with its interval, in seconds. */
interface ForetoldTime {
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
   * `confirmed`: every domain answers within the foretold interval, or faster, and where targets are
   * still missed, leaving things alone would have been no better. `worse`: it would have been better,
   * beyond its interval. `unknown`: too little was measured.
   */
  state: 'confirmed' | 'not-confirmed' | 'worse' | 'unknown'
  /** The domains that decided: those that are off, that became worse, or that are missing. */
  domains: string[]
}

/**
 * A 95th percentile of fewer requests is little more than their maximum: at 60, three lie above it.
 */
export const LEAST_REQUESTS = 60

type MeasuredOutcome = OutcomeDomain & { measuredSeconds: number }

/**
 * Compares what came after a change with what was foretold for the load that came, and with what
 * leaving things alone would have been. It is judged by what the change was made for: the domain that
 * is farthest above its target or, where none has one, the mean over the domains. The intervals are
 * those in which a measurement will lie, so chance is in them; that of leaving alone is taken at its
 * far end, so that a model that is merely off undoes nothing.
 */
export function judgeOutcome(domains: readonly OutcomeDomain[]): JudgedOutcome {
  const measured = domains.filter(isMeasured)
  const targeted = domains.filter(({ targetSeconds }) => targetSeconds !== null)
  const worse = targeted.length > 0 ? againstTargets(targeted) : againstEachOther(domains)
  if (worse.length > 0) return { state: 'worse', domains: worse }
  const missing = (targeted.length > 0 ? targeted : domains).filter(isMissing)
  const comparable = measured.filter(({ underThisLoad }) => underThisLoad !== null)
  if (comparable.length === 0 || missing.length > 0) {
    return { state: 'unknown', domains: missing.map(({ domain }) => domain) }
  }
  const off = comparable.filter(
    ({ measuredSeconds, underThisLoad }) => measuredSeconds > underThisLoad!.highSeconds,
  )
  const unconfirmed = off.length > 0 ? off : withoutGain(measured)
  return unconfirmed.length === 0
    ? { state: 'confirmed', domains: [] }
    : { state: 'not-confirmed', domains: unconfirmed.map(({ domain }) => domain) }
}

/**
 * The domains that still miss their targets although leaving things alone would have been no worse. A
 * model that foretold that was right, but the change is none to make again.
 */
function withoutGain(measured: readonly MeasuredOutcome[]): MeasuredOutcome[] {
  const targeted = measured.filter(({ targetSeconds }) => targetSeconds !== null)
  const missing = targeted.filter((each) => ratio(each, each.measuredSeconds) >= 1)
  const worst = Math.max(...targeted.map((each) => ratio(each, each.measuredSeconds)))
  const alone = Math.max(
    ...targeted.map((each) => ratio(each, each.leftAlone?.seconds ?? Number.POSITIVE_INFINITY)),
  )
  return worst >= alone ? missing : []
}

/** How far above its target a domain would be; 1 is the target itself. */
function ratio({ targetSeconds }: OutcomeDomain, seconds: number): number {
  return seconds / targetSeconds!
}

function isMeasured(each: OutcomeDomain): each is MeasuredOutcome {
  return each.measuredSeconds !== null && each.requests >= LEAST_REQUESTS
}

/**
 * Whether the outcome cannot be judged without this domain. One with a few requests that would keep
 * its target under either weights had nothing to gain or to lose.
 */
function isMissing(each: OutcomeDomain): boolean {
  const { requests, targetSeconds, underThisLoad, leftAlone } = each
  if (isMeasured(each) && underThisLoad && leftAlone) return false
  if (targetSeconds === null) return requests >= LEAST_REQUESTS
  if (isMeasured(each) || !underThisLoad || !leftAlone) return true
  return Math.max(underThisLoad.highSeconds, leftAlone.highSeconds) >= targetSeconds
}

/**
 * At most so long it would have taken under the old weights. Where the model has no finite time for
 * requests that came, there is no limit.
 */
function mostAlone({ leftAlone, requests }: OutcomeDomain): number {
  if (leftAlone) return leftAlone.highSeconds
  return requests > 0 ? Number.POSITIVE_INFINITY : 0
}

/** The domains that are farther above their target than any would have been; none keeps its own. */
function againstTargets(targeted: readonly OutcomeDomain[]): string[] {
  const alone = Math.max(...targeted.map((each) => ratio(each, mostAlone(each))))
  return targeted
    .filter(isMeasured)
    .filter((each) => {
      const measured = ratio(each, each.measuredSeconds)
      return measured >= 1 && measured > alone
    })
    .map(({ domain }) => domain)
}

/** The domains that became slower, where the mean slowdown is beyond what it would have been. */
function againstEachOther(domains: readonly OutcomeDomain[]): string[] {
  const measured = domains.filter(isMeasured)
  const meanLog = (pick: (each: MeasuredOutcome) => number) =>
    measured.reduce((sum, each) => sum + Math.log(pick(each)), 0) / measured.length
  const beyond = meanLog(({ measuredSeconds }) => measuredSeconds) > meanLog(mostAlone)
  if (!beyond) return []
  return measured
    .filter(({ measuredSeconds, leftAlone }) => measuredSeconds > leftAlone!.seconds)
    .map(({ domain }) => domain)
}
