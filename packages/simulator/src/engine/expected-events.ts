import type { RequestLeg } from '../config/request-path.ts'
import {
  type Background,
  linuxTick,
  type RealTimeWork,
  type TwinConfig,
  type TwinDomain,
  type TwinGuest,
  xenDefaults,
} from '../config/twin-config.ts'
import type { Arrivals } from '../draws/arrivals.ts'
import { meanServiceSeconds } from '../draws/service-time.ts'
import { backgroundSeconds } from '../requests/background.ts'

/** The work of a domain within a time. */
interface Work {
  /** Number of requests, bursts and jobs. */
  arrivals: number
  /**
   * Number of pieces that these consist of: each ends in an event and may be interrupted by
   * another.
   */
  pieces: number
  cpuSeconds: number
}

/**
 * Estimates the number of events of a run in advance: those caused by requests and jobs, and those
 * of the schedulers themselves. It errs on the high side, by a small factor: it assumes the
 * shortest possible turns and the most kernel ticks.
 * @returns a function of the run's length in seconds
 */
export function expectedEvents(config: TwinConfig): (seconds: number) => number {
  const { domain0, guests, pCpus } = config
  const domains = [
    ...guests.map((guest) => ({ domain: guest as TwinDomain, work: guestWork(guest) })),
    ...(domain0 ? [{ domain: domain0, work: domain0Work(domain0, guests) }] : []),
  ]
  return (seconds) => {
    let events = schedulerEvents(config, seconds)
    let turns = 0
    let cpuSeconds = 0
    for (const { domain, work } of domains) {
      const own = work(seconds)
      events += own.arrivals + 2 * own.pieces + kernelTicks(domain, own.pieces, seconds)
      turns += own.cpuSeconds / shortestTurn(config, domain)
      cpuSeconds += own.cpuSeconds
    }
    // CPU time is limited to that of all pCPUs, however high the demand.
    return events + (cpuSeconds > 0 ? turns * Math.min(1, (pCpus * seconds) / cpuSeconds) : 0)
  }
}

function guestWork(guest: TwinGuest): (seconds: number) => Work {
  const { load, realTime } = guest
  const arrived = load ? arrivalsBefore(load.arrivals) : () => 0
  const legs = legsOf(guest).filter(({ on }) => on !== 'domain-0')
  const serviceSeconds = load ? meanServiceSeconds(load.serviceTime) : 0
  // Processes that share a vCPU may take turns at each tick of their kernel.
  const turns = load?.discipline === 'time-sharing' ? serviceSeconds / linuxTick.periodSeconds : 0
  return (seconds) => {
    const requests = arrived(seconds)
    const jobs = realTime ? seconds / realTime.periodSeconds : 0
    return sum([
      ownWork(guest, seconds),
      {
        arrivals: requests,
        pieces: requests * (legs.length + turns),
        cpuSeconds: requests * (serviceSeconds + cpuSecondsOf(legs)),
      },
      ...(realTime ? [jobsWork(realTime, jobs)] : []),
    ])
  }
}

function jobsWork({ executionSeconds, unitSeconds }: RealTimeWork, jobs: number): Work {
  const pieces = Math.ceil(executionSeconds / (unitSeconds ?? executionSeconds))
  return { arrivals: jobs, pieces: jobs * pieces, cpuSeconds: jobs * executionSeconds }
}

/** Domain-0's own work and its part in the requests of all guests. */
function domain0Work(domain0: TwinDomain, guests: readonly TwinGuest[]): (seconds: number) => Work {
  const parts = guests.flatMap((guest) => {
    const legs = legsOf(guest).filter(({ on }) => on === 'domain-0')
    return guest.load ? [{ legs, arrived: arrivalsBefore(guest.load.arrivals) }] : []
  })
  return (seconds) =>
    sum([
      ownWork(domain0, seconds),
      ...parts.map(({ legs, arrived }) => {
        const requests = arrived(seconds)
        const cpuSeconds = requests * cpuSecondsOf(legs)
        return { arrivals: 0, pieces: requests * legs.length, cpuSeconds }
      }),
    ])
}

/** Work that no request waits for: bursts, and vCPUs that never block. */
function ownWork({ background, hogs = 0 }: TwinDomain, seconds: number): Work {
  const bursts = burstsBefore(background, seconds)
  const cpuSeconds = backgroundSeconds(background, seconds) + hogs * seconds
  return { arrivals: bursts, pieces: bursts, cpuSeconds }
}

function burstsBefore(background: Background | undefined, seconds: number): number {
  if (!background) return 0
  if ('utilisation' in background) return seconds / (background.periodSeconds ?? 1)
  return background.windows.filter(({ startSeconds }) => startSeconds < seconds).length
}

function sum(works: readonly Work[]): Work {
  const of = (part: keyof Work) => works.reduce((total, work) => total + work[part], 0)
  return { arrivals: of('arrivals'), pieces: of('pieces'), cpuSeconds: of('cpuSeconds') }
}

const legsOf = ({ load }: TwinGuest): RequestLeg[] => load?.path ?? [{ on: 'service' }]

const cpuSecondsOf = (legs: readonly RequestLeg[]) =>
  legs.reduce((total, { cpuSeconds = 0 }) => total + cpuSeconds, 0)

/** Expected number of requests before a time. */
function arrivalsBefore(arrivals: Arrivals): (seconds: number) => number {
  switch (arrivals.kind) {
    case 'times':
      return (seconds) => countBelow(arrivals.seconds, seconds)
    case 'mmpp': {
      const [slow, fast] = arrivals.ratesPerSecond
      const [slowStay, fastStay] = arrivals.meanStaySeconds
      const rate = (slow * slowStay + fast * fastStay) / (slowStay + fastStay)
      return (seconds) => rate * seconds
    }
    case 'batch':
      return (seconds) => arrivals.batchesPerSecond * arrivals.meanBatchSize * seconds
    default:
      return (seconds) => arrivals.ratePerSecond * seconds
  }
}

function countBelow(ascending: ArrayLike<number>, limit: number): number {
  let low = 0
  let high = ascending.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (ascending[middle]! < limit) low = middle + 1
    else high = middle
  }
  return low
}

/** Each tick is an event, and the work that it causes ends in another. */
function kernelTicks({ tick, vCpus = 1 }: TwinDomain, pieces: number, seconds: number): number {
  if (!tick) return 0
  const { periodSeconds, ticksAfterWork = 1 } = tick
  return 2 * Math.min((vCpus * seconds) / periodSeconds, ticksAfterWork * pieces)
}

/** Number of ticks, accountings and budget replenishments. */
function schedulerEvents({ scheduler, domain0, guests }: TwinConfig, seconds: number): number {
  const domains: TwinDomain[] = [...(domain0 ? [domain0] : []), ...guests]
  switch (scheduler.name) {
    case 'credit': {
      const { tsliceSeconds = xenDefaults.tsliceSeconds } = scheduler
      // Three ticks per slice, none shorter than a millisecond, and one accounting.
      return seconds / Math.max(0.001, tsliceSeconds / 3) + seconds / tsliceSeconds
    }
    case 'credit2': {
      const capped = domains.filter(({ cap = 0 }) => cap > 0).length
      return (capped * seconds) / (scheduler.capPeriodSeconds ?? xenDefaults.capPeriodSeconds)
    }
    case 'rtds':
      return domains.reduce((total, { vCpus = 1, reservation = xenDefaults.reservation }) => {
        return total + (vCpus * seconds) / reservation.periodSeconds
      }, 0)
  }
}

/**
 * The shortest time for which a vCPU of the domain runs before the scheduler is called again, if
 * its work continues.
 */
function shortestTurn({ scheduler }: TwinConfig, { reservation }: TwinDomain): number {
  switch (scheduler.name) {
    case 'credit':
      return scheduler.tsliceSeconds ?? xenDefaults.tsliceSeconds
    case 'credit2':
      // CSCHED2_MIN_TIMER
      return Math.max(0.0005, scheduler.ratelimitSeconds ?? xenDefaults.ratelimitSeconds)
    case 'rtds':
      return (reservation ?? xenDefaults.reservation).budgetSeconds
  }
}
