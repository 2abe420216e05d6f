import { Prisma } from '../../../db.ts'
import type { Deps } from '../../../deps.ts'
import { stepCapsMonitor } from './step-caps-monitor.ts'

/** Worker: every caps monitor that is on, whose last change is under way, or which holds caps. */
export async function stepCaps(deps: Deps, signal: AbortSignal): Promise<void> {
  const monitors = await deps.db.capsMonitor.findMany({
    where: {
      OR: [
        { mode: { not: 'off' } },
        { planId: { not: null } },
        { capsBefore: { not: Prisma.DbNull } },
      ],
    },
    select: { hostId: true },
  })
  for (const { hostId } of monitors) {
    if (signal.aborted) return
    // What fails on one host must not keep the others waiting.
    await stepCapsMonitor(deps, hostId).catch((err) =>
      deps.log.error({ err, hostId }, 'a step of a caps monitor failed'),
    )
  }
}
