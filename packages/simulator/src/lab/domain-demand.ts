import type { Background, TwinConfig, TwinDomain, TwinGuest } from '../config/twin-config.ts'
import type { Arrivals } from '../draws/arrivals.ts'
import { meanServiceSeconds, type ServiceTime } from '../draws/service-time.ts'

/** The mean demand of a domain for pCPUs. */
export interface Demand {
  /** pCPUs that its requests and background work keep busy. */
  busyPCpus: number
  /** Number of vCPUs that never stop computing. */
  hogs: number
  /** Requests per second. */
  ratePerSecond: number
  /** lambda E[x^2], seconds: twice the mean work in service that an arrival finds. */
  secondMomentRate: number
}

export function guestDemand(guest: TwinGuest): Demand {
  const { load, hogs = 0, background } = guest
  const beside = backgroundDemand(background)
  if (!load) return { busyPCpus: beside, hogs, ratePerSecond: 0, secondMomentRate: 0 }
  const ratePerSecond = meanRatePerSecond(load.arrivals)
  const stackSeconds = legSeconds(guest, 'guest') + legSeconds(guest, 'service')
  const mean = meanServiceSeconds(load.serviceTime)
  const square = secondMoment(load.serviceTime) + 2 * mean * stackSeconds + stackSeconds ** 2
  return {
    busyPCpus: beside + ratePerSecond * (mean + stackSeconds),
    hogs,
    ratePerSecond,
    secondMomentRate: ratePerSecond * square,
  }
}

/** Domain-0 works for the requests of all guests. */
export function domain0Demand({ domain0, guests }: TwinConfig): Demand {
  const forRequests = guests.reduce((sum, guest) => {
    const rate = guest.load ? meanRatePerSecond(guest.load.arrivals) : 0
    return sum + rate * legSeconds(guest, 'domain-0')
  }, 0)
  return {
    busyPCpus: backgroundDemand(domain0?.background) + forRequests,
    hogs: domain0?.hogs ?? 0,
    ratePerSecond: 0,
    secondMomentRate: 0,
  }
}

function legSeconds({ load }: TwinGuest, on: 'domain-0' | 'guest' | 'service'): number {
  return (load?.path ?? [])
    .filter((leg) => leg.on === on)
    .reduce((sum, { cpuSeconds = 0 }) => sum + cpuSeconds, 0)
}

function backgroundDemand(background: Background | undefined): number {
  if (!background) return 0
  if ('utilisation' in background) return background.utilisation
  const { windows } = background
  const span = (windows.at(-1)?.endSeconds ?? 0) - (windows[0]?.startSeconds ?? 0)
  return span > 0 ? windows.reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0) / span : 0
}

function meanRatePerSecond(arrivals: Arrivals): number {
  switch (arrivals.kind) {
    case 'times': {
      const { seconds } = arrivals
      const span = seconds.length > 1 ? seconds[seconds.length - 1]! - seconds[0]! : 0
      return span > 0 ? (seconds.length - 1) / span : 0
    }
    case 'mmpp': {
      const [slow, fast] = arrivals.ratesPerSecond
      const [slowStay, fastStay] = arrivals.meanStaySeconds
      return (slow * slowStay + fast * fastStay) / (slowStay + fastStay)
    }
    case 'batch':
      return arrivals.batchesPerSecond * arrivals.meanBatchSize
    default:
      return arrivals.ratePerSecond
  }
}

function secondMoment(serviceTime: ServiceTime): number {
  const mean = meanServiceSeconds(serviceTime)
  switch (serviceTime.kind) {
    case 'constant':
      return mean ** 2
    case 'exponential':
      return 2 * mean ** 2
    case 'gamma':
      return mean ** 2 * (1 + serviceTime.squaredCoefficientOfVariation)
    case 'empirical': {
      let sum = 0
      for (const value of serviceTime.seconds) sum += value * value
      return sum / serviceTime.seconds.length
    }
  }
}

/** Default 1, as in the twin. */
export function vCpusOf({ vCpus = 1 }: TwinDomain): number {
  return vCpus
}

/** How many pCPUs Domain-0 keeps busy; 0 on a host that has none. */
export function domain0Needs(host: TwinConfig): number {
  return host.domain0 ? domain0Demand(host).busyPCpus : 0
}
