import type { XapiPool } from '../session/xapi-pool.ts'
import { readStoredWeight, restoreStoredWeight, type StoredParams } from './set-stored-weight.ts'

/** What became of the weight and the cap that XAPI stored of a guest. */
export type KeptWeight =
  | 'kept'
  /** They were others, and are again what they were, as read back. */
  | 'set-again'
  /** They are others, and XAPI did not take the old ones. */
  | 'differs'
  /** XAPI did not say. */
  | 'unread'

/**
 * Sees to it that weight and cap are stored as before a move: XAPI gives them to Xen where a guest
 * arrives. It never throws, because what came of the move has to be stored either way.
 */
export async function keepStoredWeight(
  pool: XapiPool,
  guest: { uuid: string },
  before: StoredParams,
): Promise<KeptWeight> {
  try {
    const { texts } = await readStoredWeight(pool, guest)
    if (texts.weight === before.texts.weight && texts.cap === before.texts.cap) return 'kept'
  } catch {
    return 'unread'
  }
  return restoreStoredWeight(pool, guest, before).then(
    () => 'set-again',
    () => 'differs',
  )
}
