import type { PoolAdvice } from '@steelyard/xapi'

/** What was decided for a pool and may be shown to XAPI: no decision advises moves there yet. */
export async function optimisation(_pool: { id: string }): Promise<PoolAdvice> {
  return { id: 1, moves: [] }
}
