import { getHost, getHostTimeline, getWatchSeries } from '@steelyard/contract'
import { answerOf, queryOfRequest, read, type Wanted } from '../server-api.ts'
import { historyRange, watchedPart } from '../time-range.ts'
import { timelineOf, watchSeriesOf } from './watch-queries.ts'

/** What the first paint of History shows of a watch, in the range that the address names. */
export async function wantedHistory(hostId: string): Promise<Wanted[]> {
  const [query, host] = await Promise.all([
    queryOfRequest(),
    read(answerOf(getHost, { params: { id: hostId } })),
  ])
  if (!host || host.connection.state === 'none') return []
  const now = Date.now()
  const range = watchedPart(historyRange(query, now, host), host, now)
  return [
    answerOf(getWatchSeries, watchSeriesOf(hostId, range)),
    answerOf(getHostTimeline, timelineOf(hostId, range)),
  ]
}
