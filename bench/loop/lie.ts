import { LEAST_SHARE } from '@steelyard/loop'
import type { Advised } from './analyse-observed.ts'
import { sharesOf } from './product-loop.ts'
import type { SimulatedHost } from './simulated-host.ts'

const STEP_SHARE = 0.2
const PROMISED_GAIN = 0.5

/**
 * Advice that promises half and does harm: the domain that is farthest from its target gets a fifth
 * of the host less, for the benefit of the one that it says it helps. What the model says of the host
 * as it is stays true.
 */
export function lie(advised: Advised, host: SimulatedHost): Advised {
  const present = advised.host.domains.map(({ name }) => name)
  const shares = sharesOf(host.weights, present)
  const [victim] = advised.host.domains
    .filter(
      ({ targetSeconds, observedSeconds }) => targetSeconds !== null && observedSeconds !== null,
    )
    .toSorted(
      (a, b) => b.observedSeconds! / b.targetSeconds! - a.observedSeconds! / a.targetSeconds!,
    )
  const other = present.findLast((name) => name !== victim?.name)
  if (!victim || !other) return advised
  const moved = Math.min(STEP_SHARE, shares[victim.name]! - LEAST_SHARE)
  const after: Record<string, number> = {
    ...shares,
    [victim.name]: shares[victim.name]! - moved,
    [other]: shares[other]! + moved,
  }
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
