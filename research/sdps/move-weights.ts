import { DOMAIN0_NAME, uniform, type Weights } from '@steelyard/model'

const STEP_SHARE = 0.05
const MOST_STEPS = 3

/**
 * Other weights, as a recommendation might give them. Each guest's share moves by up to three steps
 * of 0.05 but keeps at least one step, and the sum of the guests' weights stays the same. Equal
 * seeds give equal moves.
 */
export function moveWeights(weights: Weights, seed: number): Weights {
  const draw = uniform(seed)
  const { [DOMAIN0_NAME]: domain0, ...guests } = weights
  const names = Object.keys(guests)
  const whole = names.reduce((sum, name) => sum + guests[name]!, 0)
  const shares = names.map((name) => {
    const steps = Math.floor(draw() * (2 * MOST_STEPS + 1)) - MOST_STEPS
    return Math.max(STEP_SHARE, guests[name]! / whole + STEP_SHARE * steps)
  })
  const total = shares.reduce((sum, share) => sum + share, 0)
  const moved = names.map((name, k) => [name, Math.round((shares[k]! / total) * whole)])
  return { [DOMAIN0_NAME]: domain0!, ...Object.fromEntries(moved) }
}
