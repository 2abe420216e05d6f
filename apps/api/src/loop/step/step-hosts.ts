import type { Deps } from '../../deps.ts'
import { takeInMinutes } from '../hotspots/take-in-minutes.ts'
import { stepHost } from './step-host.ts'

/** Worker: the loop on every watched host, and on those where something is still under way. */
export async function stepHosts(deps: Deps, signal: AbortSignal): Promise<void> {
  const hosts = await deps.db.host.findMany({
    where: {
      OR: [
        { watch: { isNot: null } },
        { hotspots: { some: { closedAt: null } } },
        { recommendations: { some: { closedAt: null } } },
      ],
    },
    select: { id: true },
  })
  for (const { id } of hosts) {
    if (signal.aborted) return
    // What fails on one host must not keep the others waiting.
    await takeInMinutes(deps, id)
      .then(() => stepHost(deps, id))
      .catch((err) => deps.log.error({ err, hostId: id }, 'a step of the loop failed'))
  }
}
