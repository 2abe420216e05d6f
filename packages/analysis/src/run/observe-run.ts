import { type PlayedSpan, simulate, type TwinConfig } from '@steelyard/simulator'
import { boundedSeconds } from './bounded-seconds.ts'
import { DRAIN_SECONDS, SEED } from './play-run.ts'

/** Played on beyond the part, so that its last requests are answered under the load that was. */
const RUN_ON_SECONDS = 10
/** The states between them and a file of them are held in memory, some 250 bytes for each. */
const MOST_EVENTS = 1e6

/** What happened in the first seconds of a run; times are seconds since its start. */
export interface ObservedRun {
  toSeconds: number
  /** In the order in which they ended, cut to the part. */
  spans: PlayedSpan[]
  /** Requests that came in the part and were answered, by domain and in the order of their start. */
  requests: ReadonlyMap<string, readonly { startSeconds: number; endSeconds: number }[]>
}

/**
 * Plays the beginning of the first replication once more, in this thread. Of a host with very many
 * events a second, the part is shorter than requested.
 * @param lengthSeconds of the whole run
 * @throws TwinError when the host cannot be played
 */
export function observeRun(
  config: TwinConfig,
  { seconds, lengthSeconds }: { seconds: number; lengthSeconds: number },
): ObservedRun {
  const wanted = Math.min(seconds, lengthSeconds)
  const toSeconds = boundedSeconds(wanted, [{ config, runs: 1 }], MOST_EVENTS)
  const horizonSeconds = Math.min(toSeconds + RUN_ON_SECONDS, lengthSeconds)
  const spans: PlayedSpan[] = []
  const requests = new Map<string, { startSeconds: number; endSeconds: number }[]>()
  simulate(
    config,
    { seed: SEED, horizonSeconds, drainSeconds: DRAIN_SECONDS },
    {
      onSpan(span) {
        if (span.fromSeconds >= toSeconds) return
        spans.push({ ...span, toSeconds: Math.min(span.toSeconds, toSeconds) })
      },
      onRequest({ domain, ...request }) {
        if (request.startSeconds >= toSeconds) return
        const its = requests.get(domain) ?? []
        requests.set(domain, its)
        its.push(request)
      },
    },
  )
  for (const its of requests.values()) its.sort((a, b) => a.startSeconds - b.startSeconds)
  return { toSeconds, spans, requests }
}
