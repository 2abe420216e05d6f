import type { Recommendation, Verdict } from '@steelyard/contract'

/** Why no plan can be made from a recommendation; null when one can. */
export function planHindrance(
  recommendation: Recommendation | null,
  verdict: Verdict,
): string | null {
  if (!recommendation) {
    return 'There is no recommendation to plan. The data quality below says what is missing.'
  }
  if (recommendation.status === 'infeasible') {
    return verdict === 'ok'
      ? 'Nothing to plan: the weights in force keep all targets, and none in whole steps would.'
      : 'No allowed weights are predicted to meet all targets, so there is nothing to plan. Move a domain to another host, or relax a target or a bound and analyse again.'
  }
  if (recommendation.advice === 'leave') return 'Nothing to plan: the weights in force stay.'
  return null
}
