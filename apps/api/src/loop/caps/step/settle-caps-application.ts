import { loadApplication } from '../../../applications/application-row.ts'
import { presentResult } from '../../../applications/present-result.ts'
import { Prisma } from '../../../db.ts'
import type { PlanRow } from '../../../plans/plan-row.ts'
import { capsReasonOf } from '../../../plans/stored-wish.ts'
import { writeJournal } from '../../journal/write-journal.ts'
import type { CapsHostStep } from './caps-host-step.ts'
import { failCapsChange } from './fail-caps-change.ts'
import { plannedCaps } from './planned-caps.ts'

/** Whether the caps that were being set are in force. */
export async function settleCapsApplication(
  step: CapsHostStep,
  plan: PlanRow,
  applicationId: string,
): Promise<void> {
  const { tx, host, monitor, now } = step
  const { state, finishedAt, requestedBy, result } = await loadApplication(tx, applicationId)
  if (finishedAt === null) return
  const { statement, readBack } = presentResult(result)
  if (state !== 'verified') {
    return failCapsChange(step, { code: `application-${state}`, message: statement })
  }
  const found = readBack.filter(({ matches }) => matches)
  const capsSet = {
    ...monitor.capsSet,
    ...Object.fromEntries(found.map(({ domain, expectedCap }) => [domain, expectedCap])),
  }
  await tx.capsMonitor.update({
    where: { hostId: host.id },
    data: { planId: null, capsSet, changeTrouble: Prisma.DbNull, retryAt: null },
  })
  const changes = plannedCaps(plan)!
  const saying = { code: 'caps-set', by: requestedBy, changes, why: capsReasonOf(plan) } as const
  await writeJournal(tx, { hostId: host.id, decision: 'caps-changed', saying }, now)
}
