import type { Recommendation } from '@steelyard/contract'

/** Why no plan can be made from a recommendation; null when one can. */
export function planHindrance(recommendation: Recommendation | null): string | null {
  if (!recommendation) {
    return 'There is no recommendation to plan. The data quality below says what is missing.'
  }
  if (recommendation.status === 'infeasible') {
    return 'No weights meet all targets, so there is nothing to plan. Move a domain to another host, or relax a target and analyse again.'
  }
  if (recommendation.domains.every((each) => each.weightAfter === each.weightBefore)) {
    return 'Nothing to plan: the recommended weights are in force already.'
  }
  return null
}
