import { backgroundSeconds } from './background.ts'
import type { ObservedHost } from './observed-host.ts'
import { simulate } from './simulate.ts'
import type { TwinDomain } from './twin-config.ts'
import { twinOfHost } from './twin-of-host.ts'
import type { DomainResult } from './twin-result.ts'

/**
 * The same host with demands such that its twin uses the CPU time per request that was measured. What
 * was measured contains the ticks of the kernels, and how much that is depends on the load; at 90 %
 * CPU use counting a hundredth twice moves a queue by a tenth. The twin is played twice over for up to
 * ten minutes of the recorded arrivals, under the weights of the recording: a second of computing at
 * most. Give the result to `twinOfHost`, with these or other weights.
 *
 * @throws TwinError as `simulate` does
 */
export function balanceCpu(observed: ObservedHost): ObservedHost {
  const horizonSeconds = horizonOf(observed)
  let asked = observed
  for (let round = 0; round < CORRECTIONS; round++) {
    const { domains } = simulate(twinOfHost(asked), { seed: round, horizonSeconds })
    asked = correct(asked, observed, domains, horizonSeconds)
  }
  return asked
}

/** The second halves what chance left of the first's error. */
const CORRECTIONS = 2
/** Ticks never are most of a demand. */
const LEAST_FRACTION = 0.5

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
    requests === 0 ? ask : Math.max(LEAST_FRACTION * target, ask - usedSeconds / requests + target)
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
