import type { TwinDomain } from '../config/twin-config.ts'
import { simulate } from '../engine/simulate.ts'
import { backgroundSeconds } from '../requests/background.ts'
import type { DomainResult } from '../results/twin-result.ts'
import type { ObservedHost } from './observed-host.ts'
import { twinOfHost } from './twin-of-host.ts'

/**
 * Adjusts the demands of a host so that its twin, the simulation, uses the measured CPU time per
 * request. The measured CPU time contains the ticks of the kernels, whose share depends on the
 * load; at 90 % CPU utilisation, counting a hundredth twice changes a queue by a tenth. The twin
 * runs twice over up to ten minutes of the recorded arrivals, under the weights of the recording,
 * which takes at most a second. Pass the result to `twinOfHost`, with these or other weights.
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

/** The second correction halves the random error left by the first. */
const CORRECTIONS = 2
/** Ticks never make up most of a demand. */
const LEAST_FRACTION = 0.5

function horizonOf({ guests }: ObservedHost): number {
  const spans = guests.map(({ arrivals }) =>
    arrivals.kind === 'times' ? (arrivals.seconds.at(-1) ?? 0) : 60,
  )
  return Math.min(600, Math.max(1, ...spans))
}

/**
 * Reduces the demands by the CPU time used beyond the observation, or raises them by the deficit.
 */
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
