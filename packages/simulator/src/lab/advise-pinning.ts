import { AS_IT_IS } from './pinning-lab.ts'
import { type VariantEffect, type VariantRuns, variantEffect } from './variant-effect.ts'

export interface PinningAdvice {
  /** The variant to go for; the host as it is where no other is faster beyond chance. */
  id: string
  effects: VariantEffect[]
}

/**
 * The variant with the least mean response time over all requests, if the interval of its difference
 * to the host as it is, seed by seed, leaves 0 out; else the host as it is. With k variants each
 * interval is taken at 1 − 0.05 / k (Bonferroni): where none is faster, one is advised with 5 % at most.
 * How much faster the best of several is looks a little more than it is all the same.
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
