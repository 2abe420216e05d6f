import { everybodyBehind } from '../access/behind.ts'
import type { Principal } from '../access/permissions.ts'
import type { Db, Tx } from '../db.ts'
import { AppError } from '../errors.ts'
import type { MoveRow } from './move-row.ts'

/** A pool has hosts of every tag, so any rule that asks for a second person asks for one here. */
export async function asksForSecondPerson(db: Db | Tx): Promise<boolean> {
  return (await db.approvalRule.count()) > 0
}

/** Whether one person may be behind both the wish and the start (access/behind.ts). */
export function isBehindMove(
  { createdById, creator }: Pick<MoveRow, 'createdById' | 'creator'>,
  starter: Principal,
): boolean {
  // Where its maker was removed, nobody can show to be somebody else.
  if (createdById === null || everybodyBehind(starter).includes(createdById)) return true
  return starter.userId !== null && (creator?.behindIds.includes(starter.userId) ?? false)
}

/**
 * Who starts a move that somebody else planned is its second person: two acts, two people.
 * @throws AppError `person-needed`, `own-move`
 */
export async function refuseSamePerson(tx: Tx, move: MoveRow, principal: Principal): Promise<void> {
  if (!(await asksForSecondPerson(tx))) return
  if (principal.kind !== 'user') {
    throw new AppError(
      'forbidden',
      'Only a person at a browser can start this, not an API token.',
      {
        code: 'person-needed',
      },
    )
  }
  if (isBehindMove(move, principal)) {
    throw new AppError(
      'forbidden',
      'A rule asks for a second person. Somebody else than who planned this move must start it.',
      { code: 'own-move' },
    )
  }
}
