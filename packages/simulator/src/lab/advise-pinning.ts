import { AS_IT_IS } from './pinning-lab.ts'
import { type VariantEffect, type VariantRuns, variantEffect } from './variant-effect.ts'

interface PinningAdvice {
  /** The recommended variant; the host as it is where no other is significantly faster. */
  id: string
  effects: VariantEffect[]
}

/**
 * The variant with the least mean response time over all requests if the interval of its difference
 * from the host as it is, seed by seed, excludes 0; otherwise the host as it is. With k variants
 * each interval is taken at 1 − 0.05 / k (Bonferroni): where none is faster, one is recommended
 * with a probability of at most 5 %. The estimated gain of the best of several is still slightly
 * optimistic.
 */
export function advisePinning(variants: readonly VariantRuns[]): PinningAdvice {
  const now = variants.find(({ id }) => id === AS_IT_IS)
  const effects = variants.map((variant) => variantEffect(variant, now, variants.length - 1))
  const [best] = effects
    .filter(({ isReal, isOverloaded, changeSeconds }) => {
      return isReal && !isOverloaded && changeSeconds!.mean < 0
    })
    .sort((a, b) => a.changeSeconds!.mean - b.changeSeconds!.mean)
  return { id: best?.id ?? AS_IT_IS, effects }
}
