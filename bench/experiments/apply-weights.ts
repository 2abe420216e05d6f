import type { Laboratory } from './laboratory.ts'

/** Weights of guests by name. */
export type Weights = Record<string, number>

/** Weights that an analysis recommends, or that are set by hand. */
export type Wish = { analysisId: string } | { weights: Weights }

/**
 * Makes a plan, and applies it with the password, as an operator does.
 *
 * @returns the weights that were read back, and what the product says of the application
 * @throws Error when the plan cannot be applied, or was not verified
 */
export async function applyWeights(
  { product, hostId }: Laboratory,
  wish: Wish,
): Promise<{ weights: Weights; statement: string }> {
  const plan =
    'weights' in wish
      ? await product.plan(hostId, wish.weights)
      : await product.planOf(wish.analysisId)
  if (!plan.canApply) throw new Error(plan.reasons.map(({ text }) => text).join(' '))
  const { state, statement, readBack } = await product.ended(await product.apply(plan))
  if (state !== 'verified') throw new Error(`The weights were not applied: ${statement}`)
  const weights = readBack.map(({ domain, weight }) => [domain, weight!])
  return { weights: Object.fromEntries(weights), statement: statement! }
}
