import type { Statistic, WatchSeries } from '@steelyard/contract'
import type { Config } from '../../config.ts'
import type { Db } from '../../db.ts'
import { epochSecondsOf, nowSeconds } from '../../epoch.ts'
import { invalid, notFound } from '../../errors.ts'
import { openFiles } from '../../files/open-files.ts'
import { promisedTimeMs } from '../../hosts/promised-time.ts'
import { joinWindows } from '../../windows/join-windows.ts'
import type { KeptDays } from '../../windows/levels.ts'
import { readWindows } from '../../windows/read-windows.ts'
import { seriesLevel } from './series-level.ts'
import { watchPoint } from './watch-point.ts'

interface AskedSeries {
  hostId: string
  query: { from: string; to: string; maxPoints: number }
  config: KeptDays & Pick<Config, 'files'>
}

/**
 * What a watch observed in a range, in windows that are as short as the range allows.
 * @throws AppError `host-not-found`, `invalid` for a range that ends before it begins
 */
export async function getWatchSeries(
  db: Db,
  { hostId, query, config }: AskedSeries,
): Promise<WatchSeries> {
  const range = rangeOf(query)
  const host = await db.host.findUnique({ where: { id: hostId }, include: { domains: true } })
  if (!host) throw notFound('host')
  const level = seriesLevel(config, range, query.maxPoints, nowSeconds())
  const stored = await readWindows({ db, files: openFiles(config.files) }, hostId, level)
  const { seconds, shownSeconds } = level
  const windows = shownSeconds === seconds ? stored : joinWindows(stored, shownSeconds)
  const statistic = host.targetStatistic as Statistic
  const promised = new Map(host.domains.map((each) => [each.name, promisedTimeMs(each)]))
  const names = [...new Set(windows.map(({ domain }) => domain))].sort()
  return {
    from: query.from,
    to: query.to,
    windowSeconds: shownSeconds,
    statistic,
    domains: names.map((domain) => ({
      domain,
      targetMs: promised.get(domain) ?? null,
      points: windows
        .filter((each) => each.domain === domain)
        .map((each) => watchPoint(each, statistic)),
    })),
  }
}

/** @throws AppError `invalid` */
export function rangeOf({ from, to }: { from: string; to: string }) {
  const fromEpochSeconds = epochSecondsOf(from)
  const toEpochSeconds = epochSecondsOf(to)
  if (!(fromEpochSeconds < toEpochSeconds)) throw invalid('query.to', 'must be after `from`')
  return { fromEpochSeconds, toEpochSeconds }
}
