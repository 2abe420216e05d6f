import {
  checkMove,
  findGuest,
  keepStoredWeight,
  moveGuest,
  readStoredWeight,
  type XapiPool,
} from '@steelyard/xapi'
import type { MoveRow } from '../move-row.ts'
import type { Mover } from './mover.ts'

/** Moves a guest through the XAPI of its pool, which gives Xen the weight that it stores. */
export function xapiMover(pool: XapiPool, move: MoveRow, signal: AbortSignal): Mover {
  const guest = { uuid: move.guestUuid }
  return {
    asks: 'XAPI',
    async check() {
      const { refusals } = await checkMove(pool, move, { signal })
      const isKnown = refusals.every(({ code }) => code !== 'guest-unknown')
      return { refusals, stored: isKnown ? await readStoredWeight(pool, guest, { signal }) : null }
    },
    // Where XAPI does not say, it refuses the move as well, or the weight of the plan is kept.
    readWeight: () => readStoredWeight(pool, guest).catch(() => null),
    move: (onShare) => moveGuest(pool, move, { signal, onProgress: ({ share }) => onShare(share) }),
    async find() {
      const between = [move.fromHostUuid, move.toHostUuid] as const
      return { whereabouts: await findGuest(pool, move.guestUuid, between), task: null }
    },
    keepWeight: ({ weight, cap, mask = null, texts = {} }) =>
      keepStoredWeight(pool, guest, { weight, cap, mask, texts }),
  }
}
