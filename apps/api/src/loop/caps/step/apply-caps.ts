import type { CapChange } from '@steelyard/loop'
import { systemActor } from '../../../access/actor.ts'
import { startApplying } from '../../../applications/start-applying.ts'
import { audit } from '../../../audit/audit.ts'
import type { PlanRow } from '../../../plans/plan-row.ts'
import type { CapsHostStep } from './caps-host-step.ts'

/**
 * Starts applying, in the name of whoever gave the grant. The situation had it that these changes may
 * be made; the engine checks plan and host again as for any person.
 */
export async function applyCaps(
  { deps, tx, host, monitor, situation, grant }: CapsHostStep,
  plan: PlanRow,
  changes: readonly CapChange[],
): Promise<void> {
  const { id: grantId, givenById, givenByName } = grant!
  const hash = plan.hash!
  const { application, commands } = await startApplying(deps, tx, plan, {
    hash,
    requester: { userId: null, name: `the caps monitor, by the grant of ${givenByName}` },
    accountableId: givenById,
  })
  // Whatever is held from now on is given back as it is now.
  const capsBefore = {
    ...Object.fromEntries(changes.map(({ domain, from }) => [domain, from])),
    ...situation.before,
  }
  // Until the host is read again, nobody knows which of these caps are in force.
  const capsSet = Object.fromEntries(
    Object.entries(monitor.capsSet).filter(([name]) =>
      changes.every(({ domain }) => domain !== name),
    ),
  )
  await tx.capsMonitor.update({ where: { hostId: host.id }, data: { capsBefore, capsSet } })
  await audit(tx, systemActor('worker'), {
    action: 'caps-monitor.apply',
    target: { kind: 'host', id: host.id, name: host.name },
    detail: {
      authority: { by: 'grant', grantId, person: givenByName, personId: givenById },
      applicationId: application.id,
      hash,
      commands,
      active: situation.active,
    },
  })
}
