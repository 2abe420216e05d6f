import { LEAST_SHARE } from '@steelyard/loop'
import type { Advised } from './analyse-observed.ts'
import { sharesOf } from './product-loop.ts'
import type { TendedHost } from './simulated-host.ts'

/** What is taken from each domain that has a target, as a share of the host. */
const STEP_SHARE = 0.1
const PROMISED_GAIN = 0.5

/**
 * Advice that promises half and does harm: it takes from every domain that has a target, for the
 * benefit of one that has none. What the model says of the host as it is stays true. Where there is
 * nothing to take, or nobody to give it to, it leaves the advice as it is.
 */
export function lie(advised: Advised, host: TendedHost): Advised {
  const present = advised.host.domains.map(({ name }) => name)
  const shares = sharesOf(host.weights, present)
  const winner = advised.host.domains.find(({ hasTarget }) => !hasTarget)?.name
  const after: Record<string, number> = { ...shares }
  for (const { name, hasTarget } of advised.host.domains)
    if (hasTarget) after[name] = Math.max(LEAST_SHARE, shares[name]! - STEP_SHARE)
  const taken = present.reduce((sum, name) => sum + shares[name]! - after[name]!, 0)
  if (winner === undefined || taken <= 0) return advised
  after[winner]! += taken
  const whole = present.reduce((sum, name) => sum + host.weights[name]!, 0)
  return {
    ...advised,
    proposal: {
      isChange: true,
      reason: 'better',
      evidence: 'enough',
      gain: PROMISED_GAIN,
      changes: present.map((domain) => ({
        domain,
        shareBefore: shares[domain]!,
        shareAfter: after[domain]!,
      })),
    },
    weightsAfter: {
      ...host.weights,
      ...Object.fromEntries(present.map((name) => [name, Math.round(whole * after[name]!)])),
    },
  }
}
