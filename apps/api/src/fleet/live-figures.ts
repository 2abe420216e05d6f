import type { FleetDomain, FleetHost, Statistic, Verdict } from '@steelyard/contract'
import type { Tx } from '../db.ts'
import { epochSecondsOf } from '../epoch.ts'
import type { DomainModel } from '../generated/prisma/models.ts'
import { promisedTimeMs } from '../hosts/promised-time.ts'
import { MINUTE_MS, toMs } from '../milliseconds.ts'
import { WINDOW_SECONDS } from '../windows/levels.ts'
import { unpackWindow } from '../windows/packed-window.ts'

/** What the verdict of the moment looks back on, as on the page of the host. */
const MOMENT_MS = 5 * MINUTE_MS

type WatchedHost = { id: string; targetStatistic: string; domains: readonly DomainModel[] }
type LiveFigures = Pick<FleetHost, 'verdict' | 'domains'>

/** What watched hosts do in these minutes, by their ids; nothing of a host that was not observed yet. */
export async function liveFigures(
  tx: Tx,
  hosts: readonly WatchedHost[],
  now = Date.now(),
): Promise<ReadonlyMap<string, LiveFigures>> {
  const hostId = { in: hosts.map(({ id }) => id) }
  const watches = await tx.watch.findMany({
    where: { hostId, storedTo: { not: null } },
    select: { hostId: true },
  })
  const windows = await tx.watchWindow.findMany({
    where: { hostId, seconds: WINDOW_SECONDS, windowStart: { gte: new Date(now - MOMENT_MS) } },
    select: { hostId: true, windowStart: true, observations: true },
    orderBy: { windowStart: 'asc' },
  })
  return new Map(
    watches.map((watch) => {
      const host = hosts.find(({ id }) => id === watch.hostId)!
      const observations = windows
        .filter((window) => window.hostId === host.id)
        .flatMap(({ windowStart, observations }) =>
          unpackWindow(observations, {
            windowStartEpochSeconds: epochSecondsOf(windowStart),
            windowSeconds: WINDOW_SECONDS,
          }),
        )
      const statistic = host.targetStatistic as Statistic
      const domains = host.domains.flatMap((domain): FleetDomain[] => {
        const times = observations.flatMap(({ domain: name, requests }) =>
          name === domain.name ? (toMs(requests?.duration?.[`${statistic}Seconds`]) ?? []) : [],
        )
        const targetMs = promisedTimeMs(domain)
        if (domain.goneAt !== null || (targetMs === null && times.length === 0)) return []
        const isJudged = targetMs !== null && times.length > 0
        return [
          {
            domain: domain.name,
            observedMs: times.at(-1) ?? null,
            targetMs,
            meetsTarget: isJudged ? times.every((ms) => ms <= targetMs) : null,
          },
        ]
      })
      return [host.id, { verdict: verdictOf(domains), domains }]
    }),
  )
}

/** One window over the target in these minutes is a miss, as the page of the host says it. */
function verdictOf(domains: readonly FleetDomain[]): Verdict {
  if (domains.every(({ targetMs }) => targetMs === null)) return 'no-targets'
  if (domains.some(({ meetsTarget }) => meetsTarget === false)) return 'misses'
  return domains.some(({ meetsTarget }) => meetsTarget) ? 'meets' : 'not-enough-evidence'
}
