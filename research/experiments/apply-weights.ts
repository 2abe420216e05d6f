import { listWeights } from '../../e2e/xen-host/lib/operated-product.ts'
import { applyVerified } from './apply-verified.ts'
import type { Laboratory } from './laboratory.ts'

/** Weights of guests by name. */
export type Weights = Record<string, number>

/** Weights that an analysis recommends, or that are set by hand. */
export type Wish = { analysisId: string } | { weights: Weights }

/**
 * Plans weights and applies them.
 *
 * @returns the weights that were read back, and what the product says of the application
 * @throws Error as `applyVerified`
 */
export async function applyWeights(
  laboratory: Laboratory,
  wish: Wish,
): Promise<{ weights: Weights; statement: string }> {
  const { product, hostId } = laboratory
  const plan =
    'weights' in wish
      ? await product.plan({ hostId, weights: listWeights(wish.weights) })
      : await product.planOf(wish.analysisId)
  const { statement, readBack } = await applyVerified(laboratory, plan)
  const weights = readBack.map(({ domain, weight }) => [domain, weight!])
  return { weights: Object.fromEntries(weights), statement: statement! }
}
