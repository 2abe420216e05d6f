import type { DecisionReason, JudgedDomain } from './decision.ts'

/** Eq (5) literally, or gated by the offered rate. */
type ThroughputRule = 'printed' | { tolerance: number }

/**
 * The response time half of eq (5), as printed: R_p,SLA <= R_p,Peak. A time exactly at the target
 * leaves no reserve and counts as a violation.
 */
function responseViolation({
  name,
  observedResponseTimeSeconds: observed,
  target,
}: JudgedDomain): DecisionReason[] {
  const targetSeconds = target?.responseTimeSeconds
  if (targetSeconds === undefined || observed === null || observed < targetSeconds) return []
  return [
    {
      code: 'response-time-over-target',
      observedResponseTimeSeconds: observed,
      targetResponseTimeSeconds: targetSeconds,
      domains: [name],
    },
  ]
}

/**
 * The throughput half of eq (5). Printed: N_p,SLA >= N_p,Peak, which also fires for an idle domain.
 * Gated (E0.3): answered < min(offered, N_p,SLA), with the tolerance subtracted from the offered
 * rate.
 */
function throughputViolation(domain: JudgedDomain, rule: ThroughputRule): DecisionReason[] {
  const { name, observedThroughputPerSecond: achieved, offeredPerSecond: offered } = domain
  const promised = domain.target?.throughputPerSecond
  if (promised === undefined || achieved === null) return []
  if (rule === 'printed') {
    return achieved <= promised ? [shortfall(name, achieved, promised, offered)] : []
  }
  if (offered === null || achieved >= promised) return []
  if (achieved < offered * (1 - rule.tolerance)) {
    return [shortfall(name, achieved, promised, offered)]
  }
  return [lowDemandNote(name, achieved, offered, promised)]
}

function shortfall(
  name: string,
  achieved: number,
  promised: number,
  offered: number | null,
): DecisionReason {
  return {
    code: 'throughput-below-target',
    observedThroughputPerSecond: achieved,
    targetThroughputPerSecond: promised,
    offeredPerSecond: offered,
    domains: [name],
  }
}

function lowDemandNote(
  name: string,
  achieved: number,
  offered: number,
  promised: number,
): DecisionReason {
  return {
    code: 'low-demand',
    observedThroughputPerSecond: achieved,
    offeredPerSecond: offered,
    targetThroughputPerSecond: promised,
    domains: [name],
  }
}

/** Eq (5) for one domain; `low-demand` reasons are notes, all others are violations. */
export function findViolations(domain: JudgedDomain, rule: ThroughputRule): DecisionReason[] {
  return [...responseViolation(domain), ...throughputViolation(domain, rule)]
}
