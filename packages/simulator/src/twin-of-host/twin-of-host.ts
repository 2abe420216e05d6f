import { connectionPath, directPath, type RequestLeg, stackShare } from '../config/request-path.ts'
import { linuxDomain0Tick, linuxTick, type TwinConfig } from '../config/twin-config.ts'
import type { Arrivals } from '../draws/arrivals.ts'
import type { ServiceTime } from '../draws/service-time.ts'
import type { ObservedGuest, ObservedHost } from './observed-host.ts'

/**
 * The twin of a recorded host, a simulation over the span of its recording to be run with `runTwin`
 * or `replicate`, as it was or with other weights, caps, scheduler constants and arrivals.
 *
 * What the recording identifies is used as it is: arrivals, CPU seconds per request of guest and
 * Domain-0 (`domain0Cost`; `balanceCpu` removes the kernels' ticks), background work, weights,
 * caps, scheduler constants. What no recording of CPU and requests shows has a default with a
 * source: how Domain-0's cost divides over a request's packets, and the part of a guest's own CPU
 * time that its network stack needs, as traced on Xen 4.17 (`request-path.ts`); kernels that tick
 * 250 times a second (`linuxTick`); a Linux guest whose processes take turns (`time-sharing.ts`).
 */
export function twinOfHost(observed: ObservedHost): TwinConfig {
  const { pCpus, scheduler, changes, guests } = observed
  const { cpuSecondsPerRequest, ...placement } = observed.domain0
  return {
    pCpus,
    scheduler,
    ...(changes ? { changes } : {}),
    domain0: {
      name: 'Domain-0',
      ...placement,
      tick: linuxDomain0Tick,
    },
    guests: guests.map((guest) => guestOf(guest, observed)),
  }
}

/**
 * Guests keep their own wall clocks: those of recorded hosts differed by 0.3 to 0.9 s, and waits
 * for the CPU before a request is logged were shorter than that.
 */
export const SERVER_CLOCK_UNCERTAINTY_SECONDS = 0.5

/** Upper limit on the part of a guest's CPU time attributed to its network stack. */
const GREATEST_STACK_FRACTION = 0.5

function guestOf(guest: ObservedGuest, host: ObservedHost): TwinConfig['guests'][number] {
  const { arrivals, cpuSecondsPerRequest, demandSpread, ...rest } = guest
  const { discipline, workers, ...domain } = rest
  const stackSeconds =
    host.connections === 'kept-open'
      ? 0
      : Math.min(
          stackShare * host.domain0.cpuSecondsPerRequest,
          GREATEST_STACK_FRACTION * cpuSecondsPerRequest,
        )
  return {
    ...domain,
    tick: linuxTick,
    load: {
      arrivals: loosen(arrivals),
      serviceTime: serviceTimeOf(cpuSecondsPerRequest - stackSeconds, demandSpread ?? 0),
      discipline: discipline ?? 'time-sharing',
      ...(workers === undefined ? {} : { workers }),
      path: pathOf(host, stackSeconds),
    },
  }
}

function loosen(arrivals: Arrivals): Arrivals {
  if (arrivals.kind !== 'times') return arrivals
  return { clockUncertaintySeconds: SERVER_CLOCK_UNCERTAINTY_SECONDS, ...arrivals }
}

function pathOf({ domain0, connections, client }: ObservedHost, guestSeconds: number) {
  const domain0Seconds = domain0.cpuSecondsPerRequest
  const path: RequestLeg[] =
    connections === 'kept-open'
      ? directPath(domain0Seconds / 2, domain0Seconds / 2)
      : connectionPath({ domain0Seconds, guestSeconds })
  if (client !== 'domain-0') return path
  return path.map((leg, index) => (index === 0 ? { ...leg, starts: true } : leg))
}

function serviceTimeOf(
  meanSeconds: number,
  spread: NonNullable<ObservedGuest['demandSpread']>,
): ServiceTime {
  if (typeof spread === 'number') {
    return { kind: 'gamma', meanSeconds, squaredCoefficientOfVariation: spread }
  }
  const durations = Float64Array.from(spread)
  const mean = durations.reduce((sum, value) => sum + value, 0) / durations.length
  return { kind: 'empirical', seconds: durations.map((value) => (value / mean) * meanSeconds) }
}
