import { answerOf, read, type Wanted } from '../server-api.ts'
import { liveCallOf, liveKeyOf } from './live-series.ts'
import { watchOf } from './watch-queries.ts'

/** What the first paint of Now shows of a watch: its state and, if there is one, the live series. */
export async function wantedLive(hostId: string): Promise<Wanted[]> {
  const watch = answerOf('getWatch', watchOf(hostId))
  if (!(await read(watch))?.watch) return [watch]
  const series = answerOf('getWatchSeries', liveCallOf(hostId, Date.now()))
  return [watch, { ...series, key: liveKeyOf(hostId) }]
}
