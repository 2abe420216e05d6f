import type { TwinConfig } from '@steelyard/simulator'

/** The same host under other weights, Domain-0's among them, from the start to the end. */
export function underWeights(
  { changes: _, ...config }: TwinConfig,
  weights: Readonly<Record<string, number>>,
): TwinConfig {
  const { domain0, guests } = config
  return {
    ...config,
    ...(domain0 ? { domain0: { ...domain0, weight: weights[domain0.name]! } } : {}),
    guests: guests.map((guest) => ({ ...guest, weight: weights[guest.name]! })),
  }
}
