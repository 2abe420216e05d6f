import type { LoopPolicy } from '@steelyard/loop'

/** Room for reading the host, and for the step that applies what is approved at the last moment. */
const SPARE_SECONDS = 600

/** A plan of the loop may be applied for as long as it waits for approval. */
export function planOptions({ expirySeconds }: LoopPolicy): { lifetimeSeconds: number } {
  return { lifetimeSeconds: expirySeconds + SPARE_SECONDS }
}
