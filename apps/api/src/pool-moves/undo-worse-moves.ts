import { type Actor, systemActor } from '../access/actor.ts'
import { mayEverywhere } from '../access/permissions.ts'
import { principalOf } from '../access/resolve-principal.ts'
import { Prisma, type Tx } from '../db.ts'
import type { Deps } from '../deps.ts'
import { AppError, toTrouble } from '../errors.ts'
import { HOUR_MS } from '../milliseconds.ts'
import { lockPool, type PoolRow } from '../pools/pool-row.ts'
import { tellEnd } from './agent/settle-move.ts'
import { beginMove } from './begin-move.ts'
import { giveMoveJob, loadMove, type MoveRow, moveParts } from './move-row.ts'
import { addMove, type MoveOrigin, openMove } from './open-move.ts'
import { checkMoveKind } from './pool-moves.kind.ts'
import { isWorse, moveEffect } from './stored-move.ts'

/** After that, the present has other causes than the move. */
const GIVEN_UP_MS = 3 * HOUR_MS
/** What does not pass: the guest, or the host that it came from, is not of the pool any more. */
const LEFT = ['guest-unknown', 'host-unknown']

/**
 * Worker: moves guests back where that was asked for when the move was started and it made things
 * worse. It is checked first, as any move is; once nothing speaks against it, a later round begins.
 * What is in the way, such as another move, is waited for.
 */
export async function undoWorseMoves(deps: Deps, now = new Date()): Promise<void> {
  const rows = await deps.db.poolMove.findMany({
    where: {
      state: 'moved',
      backIfWorse: true,
      effect: { not: Prisma.DbNull },
      endedAt: { gte: new Date(now.getTime() - GIVEN_UP_MS) },
      OR: [{ undoneBy: null }, { undoneBy: { state: 'planned' } }],
    },
    select: { id: true, poolId: true, effect: true },
  })
  for (const { id, poolId, effect } of rows) {
    if (!isWorse(moveEffect.read(effect))) continue
    // What fails about one move must not keep the others waiting.
    await deps.db
      .$transaction((tx) => undo(deps, tx, id, poolId))
      .catch((err) => {
        const isInTheWay = err instanceof AppError
        deps.log[isInTheWay ? 'info' : 'error']({ err, moveId: id }, 'a move was not undone')
      })
  }
}

async function undo(deps: Deps, tx: Tx, id: string, poolId: string): Promise<void> {
  const pool = await lockPool(tx, poolId)
  const worse = await loadMove(tx, id)
  const starterId = await starterOf(tx, worse)
  if (starterId === null) return
  const name = worse.startedBy!
  const actor = systemActor('worker')
  const back = await tx.poolMove.findUnique({ where: { undoesId: id }, ...moveParts })
  if (!back) {
    const wish = { guestUuid: worse.guestUuid, toHostUuid: worse.fromHostUuid }
    const origin = { createdById: starterId, createdBy: name, undoesId: id }
    const opened = await openMove(tx, actor, pool, wish, origin).catch((error) => {
      if (error instanceof AppError && LEFT.includes(error.code)) return error
      throw error
    })
    if (opened instanceof AppError) await giveUp(tx, actor, pool, worse, origin, opened)
    else await giveMoveJob(deps, tx, opened, checkMoveKind, starterId)
  } else if (back.state === 'planned') {
    const start = { startedById: starterId, startedBy: name, backIfWorse: false }
    await beginMove(deps, tx, actor, pool, back, start)
  }
}

/** Notes and tells that a guest stays where it is worse off: what it needs has left the pool. */
async function giveUp(
  tx: Tx,
  actor: Actor,
  pool: PoolRow,
  worse: MoveRow,
  origin: MoveOrigin,
  why: AppError,
): Promise<void> {
  const refused = await addMove(
    tx,
    actor,
    pool,
    {
      guestUuid: worse.guestUuid,
      guestName: worse.guestName,
      fromHostUuid: worse.toHostUuid,
      fromHostName: worse.toHostName,
      toHostUuid: worse.fromHostUuid,
      toHostName: worse.fromHostName,
      state: 'refused',
      problem: toTrouble(why),
      ...origin,
    },
    { refused: why.code },
  )
  await tellEnd(tx, refused)
}

/** A wish to move guests holds for as long as whoever has it may move them. */
async function starterOf(tx: Tx, { startedById }: MoveRow): Promise<string | null> {
  if (startedById === null) return null
  const user = await tx.user.findUnique({
    where: { id: startedById, disabledAt: null },
    include: { grants: true },
  })
  return user && mayEverywhere(principalOf(user), 'plans:apply') ? user.id : null
}
