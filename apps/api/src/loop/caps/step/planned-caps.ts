import type { CapChange } from '@steelyard/loop'
import { planContent } from '../../../plans/plan-content.ts'
import type { PlanRow } from '../../../plans/plan-row.ts'

/** What the plan sets on the host; null if that is anything but caps. */
export function plannedCaps(plan: PlanRow): CapChange[] | null {
  const content = planContent.read(plan.content)
  if (content.kind !== 'against-host') return null
  const caps = content.plan.changes.map(({ lever, name, before, after }) =>
    lever === 'weight' && before.weight === after.weight
      ? { domain: name, from: before.cap, to: after.cap }
      : null,
  )
  return caps.every((change) => change !== null) ? caps : null
}
