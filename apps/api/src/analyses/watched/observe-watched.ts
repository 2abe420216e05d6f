import type { AnalysisOptions } from '@steelyard/contract'
import type { Deps } from '../../deps.ts'
import { epochSecondsOf, nowSeconds } from '../../epoch.ts'
import type { ObservedSources } from '../../uploads/observations/observe-sources.ts'
import { joinWindows } from '../../windows/join-windows.ts'
import { LEVELS, type WindowSeconds } from '../../windows/levels.ts'
import { loadAllWindows } from '../../windows/load-all-windows.ts'
import { finestKept } from '../../windows/read-windows.ts'
import type { WatchedRange } from './check-watched.ts'

/** As many windows as an analysis of uploads has at most. */
const MAX_WINDOWS = 4000

/** What a watch saw in a range, as what sources show of a recording. */
export async function observeWatched(
  { db, config, files }: Pick<Deps, 'db' | 'config' | 'files'>,
  { id, options }: { id: string; options: AnalysisOptions },
  { hostId, from, to }: WatchedRange & { hostId: string },
): Promise<ObservedSources> {
  const range = { fromEpochSeconds: epochSecondsOf(from), toEpochSeconds: epochSecondsOf(to) }
  const kept = finestKept(config, range.fromEpochSeconds, nowSeconds())
  const seconds = levelFor(range.toEpochSeconds - range.fromEpochSeconds, kept)
  const stored = await loadAllWindows({ db, files }, hostId, seconds, range)
  const inside = stored.filter(
    ({ windowStartEpochSeconds }) => windowStartEpochSeconds + seconds <= range.toEpochSeconds,
  )
  const wanted = options.windowSeconds
  const windowSeconds = wanted > seconds && wanted % seconds === 0 ? wanted : seconds
  const notes =
    windowSeconds === wanted
      ? []
      : [
          `Windows are ${windowSeconds} s long instead of ${wanted} s. That is how the watch keeps so long or so old a range.`,
        ]
  const observations = windowSeconds === seconds ? inside : joinWindows(inside, windowSeconds)
  // The windows may be corrected afterwards, so each analysis keeps what it saw.
  return {
    key: `watched, analysis ${id}`,
    known: { windowSeconds, observations, notes },
    fresh: null,
  }
}

/** The shortest windows of which there are not too many. */
function levelFor(rangeSeconds: number, kept: WindowSeconds): WindowSeconds {
  const fits = LEVELS.find(
    ({ seconds }) => seconds >= kept && rangeSeconds / seconds <= MAX_WINDOWS,
  )
  return (fits ?? LEVELS.at(-1)!).seconds
}
