import type { Recommendation } from '@steelyard/analysis'
import type { WeightMode } from '@steelyard/solver'
import { estimatorName } from '../../estimator-name.ts'

/**
 * States where the times were measured and how far to trust the formula, in which R_p ~ 1 / w_p at
 * any load (E0.8).
 */
export function basisWords({ problem, by, domains }: Recommendation): string {
  const sides = new Set(domains.map(({ measuredBy }) => measuredBy))
  const side =
    sides.size === 1 && sides.has('access-log')
      ? 'Times of guests are those in the servers’ logs, from the request line to the last byte. They exclude what a client waits before that, but the choice of weights includes it.'
      : sides.has('access-log')
        ? 'Times are those that clients saw, or for guests without client times, those in the server’s log.'
        : 'Times are those that clients see.'
  if (!problem.factors) return `${side} Predictions are those of ${estimatorName(by)} alone.`
  const anchored = `${side} Predictions are scaled towards the measurements, as far as the difference is significant.`
  return by === 'delay-aware'
    ? `${anchored} The published formula does not know how busy the host is: trust its direction more than its size.`
    : anchored
}

/** States which targets the choice of weights holds; see `race` in choose-weights.ts. */
export function heldTargetsWords({ problem: { targets = {} }, by }: Recommendation): string[] {
  if (by !== 'twin' || Object.keys(targets).length === 0) return []
  return [
    'A target counts as met only where the queueing formula meets it as well. Where that formula finds no weights for all targets, the simulation alone decides.',
  ]
}

/** What one step more or less would do, where it does not keep every target. */
export function stepMissesWords(mode: WeightMode): string {
  return mode === 'raise-violator-only'
    ? 'With this step a raised guest is predicted to miss its target.'
    : 'No weights with this step are predicted to meet all targets and bounds.'
}

/** What the answers of the closed methods show beside that of the solver. */
export const COMPANION_NOTES = {
  'greedy-free': 'A second exact method; its total must be the same.',
  greedy: 'The optimum without targets: it shows what meeting them costs.',
  'closed-form': 'The optimum off the grid, w ∝ 1/(λ√x): nothing on the grid can be below it.',
}
