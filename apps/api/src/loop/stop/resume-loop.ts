import type { Actor } from '../../access/actor.ts'
import { requireEverywhere } from '../../access/require-everywhere.ts'
import { audit } from '../../audit/audit.ts'
import type { Db } from '../../db.ts'
import { conflict } from '../../errors.ts'
import { writeJournal } from '../journal/write-journal.ts'
import { lockStop } from './loop-stop.ts'

/** @throws AppError `forbidden` (`not-on-every-host`), `loop-not-stopped` */
export async function resumeLoop(db: Db, actor: Actor): Promise<void> {
  requireEverywhere(actor.principal, 'plans:apply')
  const { name } = actor.principal
  await db.$transaction(async (tx) => {
    const stop = await lockStop(tx)
    if (!stop) throw conflict('loop-not-stopped', 'Nothing is stopped.')
    await tx.loopStop.delete({ where: { id: stop.id } })
    const saying = { code: 'resumed', by: name } as const
    await writeJournal(tx, { hostId: null, decision: 'resumed', saying })
    await audit(tx, actor, { action: 'loop.resume', target: { kind: 'loop', name: 'every host' } })
  })
}
