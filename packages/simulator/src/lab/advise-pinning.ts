import { asItIs } from './pinning-lab.ts'
import { type VariantEffect, type VariantRuns, variantEffect } from './variant-effect.ts'

export interface PinningAdvice {
  /** The variant to go for; the host as it is where no other is faster for certain. */
  id: string
  effects: VariantEffect[]
}

/**
 * The variant with the least mean response time over all requests, if the 95 % interval of its
 * difference to the host as it is, seed by seed, leaves 0 out; else the host as it is. The best of
 * several looks a little better than it is: its interval is about itself alone.
 */
export function advisePinning(variants: readonly VariantRuns[]): PinningAdvice {
  const now = variants.find(({ id }) => id === asItIs)
  const effects = variants.map((variant) => variantEffect(variant, now))
  const [best] = effects
    .filter(({ isReal, isOverloaded, changeSeconds }) => {
      return isReal && !isOverloaded && changeSeconds!.mean < 0
    })
    .sort((a, b) => a.changeSeconds!.mean - b.changeSeconds!.mean)
  return { id: best?.id ?? asItIs, effects }
}
