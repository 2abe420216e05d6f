import { beyondBounds } from '../change/bounds.ts'
import type { Proposal } from '../change/proposal.ts'
import type { LoopPolicy } from './loop-policy.ts'
import type { NotWorthIt } from './step.ts'

/** Why no recommendation comes of what an analysis advises. Null: one does. */
export function notWorthIt(
  { leastGain, ...bounds }: LoopPolicy,
  { isChange, evidence, gain, changes }: Proposal,
): NotWorthIt | null {
  if (evidence === 'not-enough') return { code: 'not-enough-evidence' }
  if (!isChange) return { code: 'leave' }
  if (!(gain >= leastGain)) return { code: 'gain-too-small', gain, leastGain }
  const domains = beyondBounds(bounds, changes)
  return domains.length > 0 ? { code: 'beyond-policy', domains } : null
}
