import type {
  Decision,
  DecisionOptions,
  DecisionReason,
  JudgedDomain,
  Verdict,
} from './decision.ts'
import { findViolations } from './find-violations.ts'

interface Sums {
  observedSeconds: number
  targetSeconds: number
  domains: string[]
}

/** Both sides of eq (6), over the domains that have both a target and a measurement. */
function sumsOf(domains: readonly JudgedDomain[]): Sums | null {
  const counted = domains.flatMap(({ name, observedResponseTimeSeconds: observed, target }) =>
    observed === null || target?.responseTimeSeconds === undefined
      ? []
      : [{ name, observed, target: target.responseTimeSeconds }],
  )
  if (counted.length === 0) return null
  return {
    observedSeconds: counted.reduce((sum, domain) => sum + domain.observed, 0),
    targetSeconds: counted.reduce((sum, domain) => sum + domain.target, 0),
    domains: counted.map((domain) => domain.name),
  }
}

function sumReason(sums: Sums | null, verdict: Verdict): DecisionReason {
  if (!sums) return { code: 'sum-not-comparable', domains: [] }
  return {
    code: verdict === 'migrate' ? 'sum-over-targets' : 'sum-within-targets',
    sumObservedResponseTimeSeconds: sums.observedSeconds,
    sumTargetResponseTimeSeconds: sums.targetSeconds,
    domains: sums.domains,
  }
}

function quietReasons(domains: readonly JudgedDomain[]): DecisionReason[] {
  const promised = domains.filter(
    ({ target }) =>
      target?.responseTimeSeconds !== undefined || target?.throughputPerSecond !== undefined,
  )
  return promised.length > 0
    ? [{ code: 'all-targets-met', domains: promised.map((domain) => domain.name) }]
    : [{ code: 'no-targets', domains: [] }]
}

function unmeasured(domains: readonly JudgedDomain[]): DecisionReason[] {
  return domains
    .filter(
      ({ target, observedResponseTimeSeconds, observedThroughputPerSecond, offeredPerSecond }) =>
        (target?.responseTimeSeconds !== undefined && observedResponseTimeSeconds === null) ||
        (target?.throughputPerSecond !== undefined &&
          (observedThroughputPerSecond === null || offeredPerSecond === null)),
    )
    .map(({ name }) => ({ code: 'no-measurement', domains: [name] }))
}

function judge(
  domains: readonly JudgedDomain[],
  rule: 'gated' | 'printed',
  tolerance: number,
): Decision {
  const gated = rule === 'gated'
  const throughputRule = gated ? { tolerance } : rule
  const found = domains.flatMap((domain) => findViolations(domain, throughputRule))
  const violators = new Set(
    found.filter((reason) => reason.code !== 'low-demand').flatMap((reason) => reason.domains),
  )
  const sums = sumsOf(domains)
  // E0.2: (5) and (6) overlap where the sums are equal; requiring "strictly greater" leaves that
  // case to re-weighting.
  const exceeds =
    sums !== null &&
    (gated ? sums.observedSeconds > sums.targetSeconds : sums.observedSeconds >= sums.targetSeconds)
  const verdict: Verdict = violators.size === 0 ? 'ok' : exceeds ? 'migrate' : 'reweight'
  const reasons = [...found, ...unmeasured(domains)]
  return {
    verdict,
    rule,
    violators: [...violators],
    sumObservedResponseTimeSeconds: sums?.observedSeconds ?? null,
    sumTargetResponseTimeSeconds: sums?.targetSeconds ?? null,
    reasons:
      verdict === 'ok'
        ? [...reasons, ...quietReasons(domains)]
        : [...reasons, sumReason(sums, verdict)],
  }
}

/** As printed, equal sums both allow re-weighting (5) and demand migration (6). */
function overlap(decision: Decision): DecisionReason[] {
  const { sumObservedResponseTimeSeconds: peaks, sumTargetResponseTimeSeconds: targets } = decision
  if (peaks === null || peaks !== targets) return []
  return [
    {
      code: 'printed-rules-overlap',
      sumObservedResponseTimeSeconds: peaks,
      sumTargetResponseTimeSeconds: targets,
      domains: [],
    },
  ]
}

/**
 * The decision of one window: `ok`; `reweight` when some domain triggers eq (5); `migrate` when, in
 * addition, the sum of the times exceeds that of the targets, eq (6) of paper 0.
 *
 * The default rule gates the throughput test by offered load (E0.3) and migrates only if the sum is
 * strictly greater (E0.2). `printed` applies both equations literally and reports where that
 * contradicts itself or the default. Domains without a target never trigger and enter no sum.
 */
export function decide(domains: readonly JudgedDomain[], options: DecisionOptions = {}): Decision {
  const rule = options.rule ?? 'gated'
  const tolerance = options.offeredTolerance ?? 0.05
  const decision = judge(domains, rule, tolerance)
  if (rule === 'gated') return decision
  const gated = judge(domains, 'gated', tolerance)
  const disagree: DecisionReason[] =
    gated.verdict === decision.verdict
      ? []
      : [
          {
            code: 'rules-disagree',
            printed: decision.verdict,
            gated: gated.verdict,
            domains: [],
          },
        ]
  return { ...decision, reasons: [...decision.reasons, ...overlap(decision), ...disagree] }
}
