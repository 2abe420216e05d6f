import { words } from '@steelyard/words'
import type { Actor } from '../../access/actor.ts'
import { audit } from '../../audit/audit.ts'
import type { Db, Tx } from '../../db.ts'
import type { LoopStopModel } from '../../generated/prisma/models.ts'
import { notify } from '../../notifications/notify.ts'
import { notifyJob } from '../../queue/job-row.ts'
import { writeJournal } from '../journal/write-journal.ts'
import { lockStop } from './loop-stop.ts'

/**
 * Stops every change that no person makes, on all hosts. What is being written is finished, or
 * restored, within seconds: to cut it off would leave a host half changed. Whoever stops what is
 * stopped already gets the first stop.
 */
export async function stopLoop(db: Db, actor: Actor, reason: string): Promise<LoopStopModel> {
  const { name } = actor.principal
  return db.$transaction(async (tx) => {
    const known = await lockStop(tx)
    const stop = known ?? (await tx.loopStop.create({ data: { stoppedBy: name, reason } }))
    const cancelled = await cancelWaiting(tx)
    if (!known) {
      const saying = { code: 'stopped', by: name, reason } as const
      await writeJournal(tx, { hostId: null, decision: 'stopped', saying })
      await notify(tx, {
        event: 'loop-stopped',
        hostId: null,
        title: words.notifications.stopped,
        text: words.loop.saying(saying),
        path: '/changes/journal',
        detail: { by: name, reason, cancelled },
      })
    }
    await audit(tx, actor, {
      action: 'loop.stop',
      target: { kind: 'loop', name: 'every host' },
      detail: { reason, alreadyStopped: known !== null, cancelled },
    })
    return stop
  })
}

/** Ends what a grant allowed and the agent has not begun; the agent then settles it as cancelled. */
async function cancelWaiting(tx: Tx): Promise<string[]> {
  const now = new Date()
  const jobs = await tx.job.updateManyAndReturn({
    where: {
      state: 'queued',
      application: {
        OR: [
          { recommendation: { decision: null } },
          { undoneFor: { isNot: null } },
          { plan: { capsMonitor: { isNot: null } } },
        ],
        requestedById: null,
      },
    },
    data: { state: 'cancelled', cancelRequestedAt: now, finishedAt: now },
    select: { id: true },
  })
  for (const { id } of jobs) await notifyJob(tx, id)
  return jobs.map(({ id }) => id)
}
