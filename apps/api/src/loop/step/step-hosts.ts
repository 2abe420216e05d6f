import { MINUTE_SECONDS } from '@steelyard/loop'
import type { Deps } from '../../deps.ts'
import { epochSecondsOf } from '../../epoch.ts'
import { startOfWindow } from '../../windows/levels.ts'
import { takeInMinutes } from '../hotspots/take-in-minutes.ts'
import { stepHost } from './step-host.ts'

/** The minute up to which each calm host was looked at last, by its id. */
export type LookedAt = Map<string, number>

/**
 * Worker: the loop on every watched host, and on those where something is still under way. On a calm
 * host only a new minute changes what is decided, so it is looked at once for each.
 */
export async function stepHosts(
  deps: Deps,
  signal: AbortSignal,
  lookedAt: LookedAt = new Map(),
): Promise<void> {
  const hosts = await deps.db.host.findMany({
    where: {
      OR: [
        { watch: { isNot: null } },
        { hotspots: { some: OPEN } },
        { recommendations: { some: OPEN } },
      ],
    },
    select: {
      id: true,
      watch: { select: { storedTo: true } },
      _count: { select: { hotspots: { where: OPEN }, recommendations: { where: OPEN } } },
    },
  })
  for (const { id, watch, _count: open } of hosts) {
    if (signal.aborted) return
    const minute = startOfWindow(epochSecondsOf(watch?.storedTo ?? new Date(0)), MINUTE_SECONDS)
    const isCalm = open.hotspots === 0 && open.recommendations === 0
    if (isCalm && lookedAt.get(id) === minute) continue
    // What fails on one host must not keep the others waiting.
    await takeInMinutes(deps, id)
      .then(() => stepHost(deps, id))
      .then(() => lookedAt.set(id, minute))
      .catch((err) => deps.log.error({ err, hostId: id }, 'a step of the loop failed'))
  }
}

const OPEN = { closedAt: null }
