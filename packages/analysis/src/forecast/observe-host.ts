import { baseTwinOf, type HostToPlay } from '../prediction/host-to-play.ts'
import { type ObservedRun, observeRun } from '../run/observe-run.ts'
import { askedConfig } from './asked-config.ts'
import type { AskedHost } from './asked-host.ts'
import { overheadFactorOf } from './asked-load.ts'

/**
 * Plays the beginning of the first replication of an analysed host, or of what a question makes of
 * it, as an analysis or a run of the question has played it. Takes seconds, so it is for a thread.
 * @throws TwinError when the host cannot be played
 */
export function observeHost(
  host: Pick<HostToPlay, 'known' | 'arrivals'>,
  asked: AskedHost | null,
  seconds: number,
): ObservedRun {
  const { config, seconds: lengthSeconds } = baseTwinOf(host)
  const played = asked
    ? askedConfig(config, asked, lengthSeconds, overheadFactorOf(host.known, asked))
    : config
  return observeRun(played, { seconds, lengthSeconds })
}
