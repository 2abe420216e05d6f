import { answerOf, queryOfRequest, read, type Wanted } from '../server-api.ts'
import { historyRange, watchedPart } from '../time-range.ts'
import { timelineOf, watchOf, watchSeriesOf } from './watch-queries.ts'

/** What the first paint of History shows of a watch, in the range that the address names. */
export async function wantedHistory(hostId: string): Promise<Wanted[]> {
  const watch = answerOf('getWatch', watchOf(hostId))
  const [query, host, watched] = await Promise.all([
    queryOfRequest(),
    read(answerOf('getHost', { params: { id: hostId } })),
    read(watch),
  ])
  if (!host || host.connection.state === 'none') return [watch]
  const now = Date.now()
  const range = watchedPart(historyRange(query, now, Boolean(watched?.watch)), host, now)
  return [
    watch,
    answerOf('getWatchSeries', watchSeriesOf(hostId, range)),
    answerOf('getHostTimeline', timelineOf(hostId, range)),
  ]
}
