import { endangers, type ReasonOf, warns } from './plan-reason.ts'

/** What Domain-0 needs of the credits of its cpupool, 0 to 1, so that the guests' I/O does not wait. */
export interface Domain0Need {
  needs: number
  /** What it uses, in pCPUs; null where nobody measured it. */
  use: number | null
}

/** Whole numbers alone can move a share, by less than this fraction of it. */
const ROUNDING = 0.01

/**
 * What to say of a change of Domain-0's share.
 *
 * @param need null where nothing is known of it
 * @returns null where the share does not fall
 */
export function domain0Warning(
  { from, to }: { from: number; to: number },
  need: Domain0Need | null,
  uuid: string | null = null,
): ReasonOf<'domain-0-starved'> | ReasonOf<'domain-0-share-falls'> | null {
  if (to >= from) return null
  return need && to < need.needs && to < (1 - ROUNDING) * from
    ? endangers('domain-0-starved', { from, to, ...need }, uuid)
    : warns('domain-0-share-falls', { from, to }, uuid)
}
