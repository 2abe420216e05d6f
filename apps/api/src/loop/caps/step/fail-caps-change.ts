import type { Trouble } from '@steelyard/contract'
import { words } from '@steelyard/words'
import { MINUTE_MS } from '../../../milliseconds.ts'
import { notify } from '../../../notifications/notify.ts'
import { writeJournal } from '../../journal/write-journal.ts'
import type { CapsHostStep } from './caps-host-step.ts'

/** Long enough not to fill the history of a host that refuses its caps. */
const RETRY_AFTER_MINUTES = 5

/** Notes that the caps are not in force, tells whoever wants to know, and tries again later. */
export async function failCapsChange(
  { tx, host, monitor, now }: CapsHostStep,
  trouble: Trouble,
): Promise<void> {
  await tx.capsMonitor.update({
    where: { hostId: host.id },
    data: {
      planId: null,
      changeTrouble: trouble,
      retryAt: new Date(now.getTime() + RETRY_AFTER_MINUTES * MINUTE_MS),
    },
  })
  const problem = trouble.message
  const saying = { code: 'caps-not-set', problem, retryMinutes: RETRY_AFTER_MINUTES } as const
  await writeJournal(tx, { hostId: host.id, decision: 'caps-not-changed', saying }, now)
  await notify(tx, {
    event: 'change-failed',
    hostId: host.id,
    title: words.notifications.capsNotChanged(host.name),
    text: words.loop.saying(saying),
    path: `/hosts/${host.id}/real-time`,
    detail: { planId: monitor.planId, trouble },
  })
}
