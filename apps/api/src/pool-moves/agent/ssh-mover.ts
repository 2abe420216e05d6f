import {
  checkXlMove,
  findXlGuest,
  keepXlWeight,
  type MoveEnds,
  moveAlias,
  moveXlGuest,
  readXlWeight,
} from '@steelyard/xen'
import type { Deps } from '../../deps.ts'
import { findEnrolledHost, openHostShell } from '../../hosts/connection/open-host-shell.ts'
import type { MoveRow } from '../move-row.ts'
import { MOVE_PATIENCE } from './move-patience.ts'
import type { Mover } from './mover.ts'

/**
 * Moves a guest between two hosts that are connected over SSH, with xl. No signal stops it: xl goes on
 * without its connection, so whoever is stopped meanwhile leaves it to a successor to look.
 */
export function sshMover(deps: Deps, move: MoveRow): Mover {
  const { guestUuid, fromHostUuid, toHostUuid } = move
  const open = (hostId: string) => async () =>
    openHostShell(deps, await findEnrolledHost(deps, hostId))
  const ends: MoveEnds = { from: open(fromHostUuid), to: open(toHostUuid) }
  return {
    asks: 'both hosts',
    async check() {
      const { refusals, weight } = await checkXlMove(ends, guestUuid)
      return { way: 'xl', refusals, stored: weight }
    },
    // Where the host does not say, the check before the move fails as well.
    readWeight: () => readXlWeight(ends.from, guestUuid).catch(() => null),
    async move() {
      const wish = { guestUuid, alias: moveAlias(toHostUuid) }
      return { way: 'xl', ...(await moveXlGuest(ends, wish, MOVE_PATIENCE)) }
    },
    async find() {
      const whereabouts = await findXlGuest(ends, guestUuid, MOVE_PATIENCE)
      return { way: 'xl', whereabouts, task: null }
    },
    async keepWeight({ weight, cap }, where) {
      if (weight === null || cap === null) return 'unread'
      return keepXlWeight(where === 'here' ? ends.from : ends.to, guestUuid, { weight, cap })
    },
  }
}
