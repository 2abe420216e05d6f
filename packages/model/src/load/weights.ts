import { ModelInputError } from '../model-input-error.ts'
import { valueFor } from './value-for.ts'

export const DOMAIN0_NAME = 'Domain-0'
export const MIN_WEIGHT = 1
export const MAX_WEIGHT = 65535

/** Xen's integer weights (1..65535) by domain name, including Domain-0's. */
export type Weights = Record<string, number>

/** What a weight is divided by: the guests' weights alone (paper 0, eq 4) or Domain-0's too (E0.5). */
export type Normalisation = 'guests' | 'with-domain-0'

export interface Shares {
  /** w_p by guest name. */
  domains: Record<string, number>
  /**
   * w_0. With the guests' normalisation it is credit_0 / sum of the guests' credits and may exceed
   * 1.
   */
  domain0: number
}

function weightOf(weights: Weights, name: string): number {
  const weight = valueFor(weights, name)
  if (weight === undefined || !Number.isFinite(weight) || weight <= 0) {
    throw new ModelInputError('weight-missing', `No positive weight is known for ${name}.`, {
      name,
    })
  }
  return weight
}

/**
 * Share of each guest and of Domain-0: paper 0, eq (4).
 * @throws ModelInputError `weight-missing` when a guest or Domain-0 has no positive weight
 */
export function share(
  weights: Weights,
  names: readonly string[],
  normalisation: Normalisation,
): Shares {
  const domain0Weight = weightOf(weights, DOMAIN0_NAME)
  const guests = names.reduce((sum, name) => sum + weightOf(weights, name), 0)
  const total = normalisation === 'guests' ? guests : guests + domain0Weight
  return {
    domains: Object.fromEntries(names.map((name) => [name, weightOf(weights, name) / total])),
    domain0: domain0Weight / total,
  }
}
