import { valueFor } from '@steelyard/model'
import type { TwinConfig, TwinDomain } from '../config/twin-config.ts'

/**
 * The same host under other weights from start to end, and therefore without `changes`. Domains
 * without an entry in the weights, Domain-0 among them, keep their own.
 */
export function underWeights(
  { changes: _, ...config }: TwinConfig,
  weights: Readonly<Record<string, number>>,
): TwinConfig {
  const { domain0, guests } = config
  const weigh = <Domain extends TwinDomain>(domain: Domain): Domain => ({
    ...domain,
    weight: valueFor(weights, domain.name) ?? domain.weight,
  })
  return { ...config, ...(domain0 ? { domain0: weigh(domain0) } : {}), guests: guests.map(weigh) }
}
