import type { Statistic, WatchSeries } from '@steelyard/contract'
import type { Observation } from '@steelyard/traces'
import type { Deps } from '../../deps.ts'
import { invalid, notFound } from '../../errors.ts'
import { startOfWindow } from '../windows/levels.ts'
import { mergeHostWindows } from '../windows/merge-host-windows.ts'
import { readWindows } from '../windows/read-windows.ts'
import { seriesLevel } from './series-level.ts'
import { watchPoint } from './watch-point.ts'

/**
 * What a watch observed in a range, in windows that are as short as the range allows.
 * @throws AppError `host-not-found`, `invalid` for a range that ends before it begins
 */
export async function getWatchSeries(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  hostId: string,
  query: { from: string; to: string; maxPoints: number },
): Promise<WatchSeries> {
  const range = rangeOf(query)
  const host = await db.host.findUnique({ where: { id: hostId }, include: { domains: true } })
  if (!host) throw notFound('host')
  const level = seriesLevel(config, range, query.maxPoints, Date.now() / 1000)
  const windows = joined(await readWindows(db, hostId, level), level)
  const statistic = host.targetStatistic as Statistic
  const names = [...new Set(windows.map(({ domain }) => domain))].sort()
  return {
    from: query.from,
    to: query.to,
    windowSeconds: level.shownSeconds,
    statistic,
    domains: names.map((domain) => ({
      domain,
      targetMs: host.domains.find(({ name }) => name === domain)?.targetResponseTimeMs ?? null,
      points: windows
        .filter((each) => each.domain === domain)
        .map((each) => watchPoint(each, statistic)),
    })),
  }
}

/** @throws AppError `invalid` */
export function rangeOf({ from, to }: { from: string; to: string }) {
  const fromEpochSeconds = Date.parse(from) / 1000
  const toEpochSeconds = Date.parse(to) / 1000
  if (!(fromEpochSeconds < toEpochSeconds)) throw invalid('query.to', 'must be after `from`')
  return { fromEpochSeconds, toEpochSeconds }
}

/** Merges neighbours into the windows that are shown. */
function joined(
  observations: Observation[],
  { seconds, shownSeconds }: { seconds: number; shownSeconds: number },
): Observation[] {
  if (shownSeconds === seconds) return observations
  const groups = new Map<number, Observation[]>()
  for (const each of observations) {
    const start = startOfWindow(each.windowStartEpochSeconds, shownSeconds)
    const group = groups.get(start)
    if (group) group.push(each)
    else groups.set(start, [each])
  }
  return [...groups].flatMap(([windowStartEpochSeconds, group]) =>
    mergeHostWindows(group, { windowStartEpochSeconds, windowSeconds: shownSeconds }),
  )
}
