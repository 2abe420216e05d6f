import type { HostToPlay } from '../prediction/host-to-play.ts'
import { PREDICTION_SEEDS } from '../prediction/twin-answers.ts'
import { boundedSeconds } from '../run/bounded-seconds.ts'
import { playRun, type RunWatch } from '../run/play-run.ts'
import { playedSeconds } from '../twin/played-seconds.ts'
import { twinOfLoad } from '../twin/twin-of-load.ts'
import { headroomOf, predictionsOf } from './answer-forecast.ts'
import { askedConfig } from './asked-config.ts'
import { asAnalysed } from './asked-host.ts'
import { overheadFactorOf } from './asked-load.ts'
import { askedTimes, quickTimesNow } from './asked-times.ts'
import { findHeadroom, type Headroom, leastFirst, limitsOf } from './headroom.ts'
import { playedTimes } from './played-times.ts'

/** Each load takes about a second per minute of a busy recording. */
const EFFORT = { samples: 12, evenSteps: 6 }

/**
 * The headroom of the analysed host, for which the twin plays other loads. The load of a formula
 * tells where queues grow without bound, because that follows from utilisation alone.
 * @returns the least first; at the analysed load the prediction is that of the analysis
 * @throws TwinError when the host cannot be played
 * @throws the signal's reason when aborted
 */
export async function playHeadroom(
  host: HostToPlay,
  { signal, onProgress }: RunWatch = {},
): Promise<Headroom[]> {
  const { known, arrivals, basis } = host
  const now = asAnalysed(known)
  const seconds = playedSeconds(known, arrivals)
  const twin = twinOfLoad(known, arrivals)
  const play = async (loadFactor: number) => {
    const asked = { ...now, loadFactor }
    const config = askedConfig(twin.config, asked, seconds, overheadFactorOf(known, asked))
    const replications = PREDICTION_SEEDS.length
    const horizonSeconds = boundedSeconds(seconds, [
      { config, runs: replications * EFFORT.samples },
    ])
    const [played] = await playRun({ hosts: [config], replications, horizonSeconds }, { signal })
    return played!.results
  }
  // A predictor that is a formula takes only the change from the twin.
  const playedNow = basis.by === 'twin' ? [] : await play(1)
  const quickNow = quickTimesNow(host)
  const formula = (await headroomOf(host, now)).headroom
  const top = Math.max(1, ...formula.flatMap(({ points }) => points.at(-1)?.loadFactor ?? []))
  let tried = 0
  const headroom = await findHeadroom({
    limits: limitsOf(host),
    effort: EFFORT,
    top,
    timesAt: async (loadFactor) => {
      const asked = { ...now, loadFactor }
      const { state, times: quick } = askedTimes(host, asked, quickNow)
      onProgress?.(Math.min(1, tried++ / EFFORT.samples))
      const isSaturated = [...quick.values()].every((time) => time === null)
      if (state === 'final' || isSaturated) return predictionsOf(host, asked, quick)
      const times = playedTimes(host, { now: playedNow, asked: await play(loadFactor) })
      const answered = [...times].map(
        ([name, time]) => [name, quick.get(name) ? time : null] as const,
      )
      return predictionsOf(host, asked, new Map(answered))
    },
  })
  return leastFirst(headroom)
}
