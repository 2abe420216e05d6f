import { assembleTwin } from './assemble-twin.ts'
import { backgroundSeconds } from './background.ts'
import type { ObservedHost } from './observed-host.ts'
import { simulate } from './simulate.ts'
import type { TwinConfig, TwinDomain } from './twin-config.ts'
import type { DomainResult } from './twin-result.ts'

/**
 * The twin of a recorded host, to be played over the span of its recording with `runTwin` or
 * `replicate`, as it was or with other weights, caps, scheduler constants and arrivals.
 *
 * What the recording identifies goes in as it is: arrivals, CPU seconds per request of guest and
 * Domain-0, background work, weights, caps, scheduler constants. What no recording of CPU and
 * requests tells is a default with a source: how Domain-0's cost divides over a request's packets, and
 * what of a guest's own CPU time its network stack needs, as traced on Xen 4.17 (`request-path.ts`);
 * kernels that tick 250 times a second (`linuxTick`); a guest whose processes share its vCPUs evenly.
 *
 * The measured CPU time contains what the kernels' ticks need, and how much that is depends on the
 * load. So the twin is played for up to ten minutes, and the demands are corrected until its domains
 * use the CPU time per request that was measured: a second of computing at most.
 *
 * @throws TwinError as `simulate` does
 */
export function twinOfHost(observed: ObservedHost): TwinConfig {
  const horizonSeconds = horizonOf(observed)
  let asked = observed
  for (let round = 0; round < corrections; round++) {
    const { domains } = simulate(assembleTwin(asked), { seed: round, horizonSeconds })
    asked = correct(asked, observed, domains, horizonSeconds)
  }
  return assembleTwin(asked)
}

/** The second halves what chance left of the first's error. */
const corrections = 2
/** Ticks never are most of a demand. */
const leastFraction = 0.5

function horizonOf({ guests }: ObservedHost): number {
  const spans = guests.map(({ arrivals }) =>
    arrivals.kind === 'times' ? (arrivals.seconds.at(-1) ?? 0) : 60,
  )
  return Math.min(600, Math.max(1, ...spans))
}

/** Asks for less, or more, by what was used beyond, or short of, what was observed. */
function correct(
  asked: ObservedHost,
  observed: ObservedHost,
  played: DomainResult[],
  horizonSeconds: number,
): ObservedHost {
  const [domain0, ...guests] = played
  const answered = (domain: DomainResult) => domain.requests?.answered ?? 0
  const corrected = (ask: number, target: number, usedSeconds: number, requests: number) =>
    requests === 0 ? ask : Math.max(leastFraction * target, ask - usedSeconds / requests + target)
  const forRequests = (domain: DomainResult, { background }: Pick<TwinDomain, 'background'>) =>
    domain.stateSeconds.running - backgroundSeconds(background, horizonSeconds)

  return {
    ...asked,
    domain0: {
      ...asked.domain0,
      cpuSecondsPerRequest: corrected(
        asked.domain0.cpuSecondsPerRequest,
        observed.domain0.cpuSecondsPerRequest,
        forRequests(domain0!, observed.domain0),
        guests.reduce((sum, guest) => sum + answered(guest), 0),
      ),
    },
    guests: asked.guests.map((guest, index) => ({
      ...guest,
      cpuSecondsPerRequest: corrected(
        guest.cpuSecondsPerRequest,
        observed.guests[index]!.cpuSecondsPerRequest,
        forRequests(guests[index]!, guest),
        answered(guests[index]!),
      ),
    })),
  }
}
