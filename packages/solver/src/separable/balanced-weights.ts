import { DOMAIN0_NAME, MAX_WEIGHT, MIN_WEIGHT, valueFor, type Weights } from '@steelyard/model'
import type { Times } from '../problem/response-times.ts'
import type { WeightProblem } from '../problem/weight-problem.ts'

const ROUNDS = 12
/**
 * Exponent of the ratio to the target by which a weight is raised; times fall with weights at about
 * this power.
 */
const EXPONENT = 0.5

/**
 * Weights at which all targets are kept, or missed by nearly the same ratio, which minimises the
 * worst ratio. Each weight is repeatedly raised by its ratio; domains without a target give way as
 * long as any target is missed.
 * @param ask returns null once the budget of evaluations is used up
 * @returns null without targets, or when some evaluation has no answer
 */
export async function balancedWeights(
  { load, targets = {}, factors = {}, currentWeights }: WeightProblem,
  ask: (weights: Weights) => Promise<Times | null>,
): Promise<Weights | null> {
  if (Object.keys(targets).length === 0) return null
  const weights = { ...currentWeights }
  for (let round = 0; round < ROUNDS; round++) {
    const times = await ask(weights)
    if (!times) return null
    const ratios = load.domains.map(({ name }) => {
      const [seconds, target] = [times.get(name), valueFor(targets, name)]
      return seconds && target ? ((valueFor(factors, name) ?? 1) * seconds) / target : null
    })
    const worst = Math.max(...ratios.map((ratio) => ratio ?? 0))
    if (!(worst > 0)) return null
    for (const [index, { name }] of load.domains.entries()) {
      weights[name]! *= (ratios[index] ?? Math.min(1, 1 / worst)) ** EXPONENT
    }
    const most = Math.max(...load.domains.map(({ name }) => weights[name]!))
    for (const { name } of load.domains) {
      weights[name] = Math.max(MIN_WEIGHT, Math.round((weights[name]! / most) * MAX_WEIGHT))
    }
  }
  return { ...weights, [DOMAIN0_NAME]: currentWeights[DOMAIN0_NAME]! }
}
