import type { Prisma } from '../../db.ts'
import type { Deps } from '../../deps.ts'
import { startOfWindow } from '../../windows/levels.ts'
import { takeInMinutes } from '../hotspots/take-in-minutes.ts'
import { stepHost } from './step-host.ts'

/** The minute up to which each calm host was looked at last, by its id. */
export type LookedAt = Map<string, number>

/**
 * Worker: the loop on every watched host, and on those where something is still under way. A calm
 * host is looked at once for each minute of it, because nothing else can change what is decided.
 */
export async function stepHosts(
  deps: Deps,
  signal: AbortSignal,
  lookedAt: LookedAt = new Map(),
): Promise<void> {
  const hosts = await deps.db.host.findMany({
    where: { OR: [{ watch: { isNot: null } }, ...UNDER_WAY] },
    select: { id: true, watch: { select: { storedTo: true } } },
  })
  const busy = await deps.db.host.findMany({ where: { OR: UNDER_WAY }, select: { id: true } })
  const busyIds = new Set(busy.map(({ id }) => id))
  for (const { id, watch } of hosts) {
    if (signal.aborted) return
    const minute = startOfWindow((watch?.storedTo?.getTime() ?? 0) / 1000, MINUTE_SECONDS)
    if (!busyIds.has(id) && lookedAt.get(id) === minute) continue
    // What fails on one host must not keep the others waiting.
    await takeInMinutes(deps, id)
      .then(() => stepHost(deps, id))
      .then(() => lookedAt.set(id, minute))
      .catch((err) => deps.log.error({ err, hostId: id }, 'a step of the loop failed'))
  }
}

const MINUTE_SECONDS = 60

const UNDER_WAY: Prisma.HostWhereInput[] = [
  { hotspots: { some: { closedAt: null } } },
  { recommendations: { some: { closedAt: null } } },
]
