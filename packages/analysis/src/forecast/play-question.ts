import type { HostToPlay } from '../prediction/host-to-play.ts'
import type { ModelTimes } from '../prediction/prediction.ts'
import { boundedSeconds } from '../run/bounded-seconds.ts'
import { type PlayedConfig, playRun, type RunWatch } from '../run/play-run.ts'
import { playedSeconds } from '../twin/played-seconds.ts'
import { type TwinOfLoad, twinOfLoad } from '../twin/twin-of-load.ts'
import { askedConfig } from './asked-config.ts'
import { type AskedHost, asAnalysed } from './asked-host.ts'
import { overheadFactorOf } from './asked-load.ts'
import { playedTimes } from './played-times.ts'

/** What the twin played for a question, and the predictor’s times that follow from it. */
interface PlayedQuestion {
  twin: TwinOfLoad
  /** Length of the stretch with arrivals. */
  wantedSeconds: number
  /** Simulated time of each replication. */
  horizonSeconds: number
  asIs: PlayedConfig
  asAsked: PlayedConfig
  times: ModelTimes
}

/**
 * The twin plays the host as it was analysed and as the question changes it, with the same seeds.
 * @throws TwinError when one of the two cannot be played
 * @throws the signal's reason when aborted
 */
export async function playQuestion(
  host: HostToPlay,
  asked: AskedHost,
  {
    replications,
    cdfAtSeconds = [],
    ...watch
  }: RunWatch & { replications: number; cdfAtSeconds?: readonly number[] },
): Promise<PlayedQuestion> {
  const { known } = host
  const wantedSeconds = playedSeconds(known, host.arrivals)
  const twin = twinOfLoad(known, host.arrivals)
  const hosts = [asAnalysed(known), asked].map((each) =>
    askedConfig(twin.config, each, wantedSeconds, overheadFactorOf(known, each)),
  )
  const horizonSeconds = boundedSeconds(
    wantedSeconds,
    hosts.map((config) => ({ config, runs: replications })),
  )
  const played = await playRun({ hosts, replications, horizonSeconds, cdfAtSeconds }, watch)
  const [asIs, asAsked] = [played[0]!, played[1]!]
  const times = playedTimes(host, { now: asIs.results, asked: asAsked.results })
  return { twin, wantedSeconds, horizonSeconds, asIs, asAsked, times }
}
