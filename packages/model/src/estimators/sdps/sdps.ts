import { capAllowanceSeconds, cappedPCpus } from '../../load/cap.ts'
import { checkLoad } from '../../load/check-load.ts'
import { type Domain0Path, domain0Path } from '../../load/domain0-path.ts'
import type { DomainLoad, HostLoad } from '../../load/host-load.ts'
import { type RequestLoad, separateBackground } from '../../load/request-load.ts'
import { arrivalScv, ownWaitPart } from '../../load/variability.ts'
import { share, type Weights } from '../../load/weights.ts'
import type { Reason, ValidityCode } from '../../reason.ts'
import { busyLoad } from '../../sdps/busy-load.ts'
import { aloneTime, carriedLoad, mostPCpus, sdpsTimes } from '../../sdps/sdps-times.ts'
import { hostDoubts, hostSaturation } from '../../sdps/sdps-validity.ts'
import { waitWithin } from '../../sdps/wait-within.ts'
import type { Breakdown, DomainEstimate } from '../estimate.ts'
import type { ForecastingEstimator } from '../estimator.ts'
import { noAnswer, noArrivals } from '../no-answer.ts'

/**
 * More regular arrivals than this are periodic: their phases decide, which a two-moment rule
 * ignores.
 */
const PERIODIC_BELOW = 0.25

type Reasons = Reason<ValidityCode>[]

function ownSaturation(
  domain: DomainLoad,
  load: HostLoad,
  available: number,
): Reason<ValidityCode> | null {
  const utilisation = domain.arrivalRatePerSecond * domain.serviceTimeSeconds
  const most = mostPCpus(domain, load, available)
  if (utilisation < most) return null
  const by = cappedPCpus(domain) <= most ? 'its cap allows' : 'its vCPUs can use'
  return {
    code: 'saturated',
    sentence: `It asks for ${utilisation.toFixed(2)} pCPUs and ${by} ${most.toFixed(2)}: its queue grows without bound.`,
    numbers: { utilisation, mostPCpus: most },
  }
}

function periodic(domain: DomainLoad): Reasons {
  const scv = arrivalScv(domain)
  if (scv >= PERIODIC_BELOW) return []
  return [
    {
      code: 'periodic-arrivals',
      sentence: `Requests arrive at nearly regular intervals (c_a^2 = ${scv.toFixed(2)}): the relative phases of the guests decide, which no mean-value formula captures. The simulation does.`,
      numbers: { arrivalScv: scv },
    },
  ]
}

function capped(domain: DomainLoad, { scheduler }: HostLoad): Reasons {
  const cap = cappedPCpus(domain)
  if (cap >= 1) return []
  const allowanceSeconds = capAllowanceSeconds(cap, scheduler)
  return [
    {
      code: 'capped',
      sentence: `Its cap of ${(cap * 100).toFixed(0)} % parks the guest once it has used ${(allowanceSeconds * 1000).toFixed(0)} ms of CPU ahead of its allowance: means are rough, and the highest times are far above them.`,
      numbers: { capPercent: cap * 100, allowanceSeconds },
    },
  ]
}

function estimate(load: HostLoad, weights: Weights) {
  checkLoad(load)
  share(
    weights,
    load.domains.map(({ name }) => name),
    'guests',
  )
  return {
    domains: estimateDomains(separateBackground(load), weights),
    assumptions: assumptions(load),
  }
}

/** What of an estimate does not depend on the weights. */
function prepared(request: RequestLoad) {
  const { load, available } = busyLoad(request)
  const { saturated, doubts } = hostDoubts(load, available)
  return {
    load,
    available,
    saturated,
    doubts,
    timesAt: saturated ? () => null : sdpsTimes(load, available),
    path: domain0Path(load, carriedLoad(load, Math.max(available, 0)), available),
  }
}

/**
 * What `sdps` says that server logs show, in seconds by domain, for many weights of one load: it is
 * prepared once, and nothing else is worked out. Domains without a finite time are left out.
 */
export function sdpsLoggedTimes(hostLoad: HostLoad): (weights: Weights) => Map<string, number> {
  checkLoad(hostLoad)
  const request = separateBackground(hostLoad)
  const { load, available, timesAt, path } = prepared(request)
  const answered = request.load.domains.filter(
    (domain) => domain.arrivalRatePerSecond > 0 && ownSaturation(domain, load, available) === null,
  )
  return (weights) => {
    const times = timesAt(weights)
    if (!times) return new Map()
    return new Map(
      answered.map((domain) => {
        const k = load.domains.indexOf(domain)
        const seen = timesSeen(domain, k < 0 ? 0 : times[k]!, path, available)
        return [domain.name, seen.loggedTimeSeconds]
      }),
    )
  }
}

function estimateDomains(request: RequestLoad, weights: Weights): DomainEstimate[] {
  const { load, available, saturated, doubts, timesAt, path } = prepared(request)
  const times = timesAt(weights)
  const undisturbed = 1 - request.backgroundUtilisation / load.pCpus
  const withoutDomain0 =
    times && (undisturbed === available ? times : sdpsTimes(load, undisturbed)(weights))
  return request.load.domains.map((domain) => {
    const { name } = domain
    if (domain.arrivalRatePerSecond === 0) return noArrivals(name)
    // Just below saturation, the equations have no solution within rounding either.
    if (!times) return noAnswer(name, saturated ?? hostSaturation(load, available))
    const beyond = ownSaturation(domain, load, available)
    if (beyond) return noAnswer(name, beyond)
    const k = load.domains.indexOf(domain)
    // A domain without CPU demand never waits for the CPU.
    const alone = k < 0 ? 0 : aloneTime(domain, load, undisturbed)
    const seen = timesSeen(domain, k < 0 ? 0 : times[k]!, path, available)
    const misleading = periodic(domain)
    return {
      name,
      ...seen,
      breakdown: breakdownOf(seen.responseTimeSeconds, alone, k < 0 ? 0 : withoutDomain0![k]!),
      valid: misleading.length === 0,
      reasons: [...misleading, ...capped(domain, load), ...doubts],
    }
  })
}

/**
 * Converts the time from waking the domain to the end of its service into what the client sees, at
 * least the work, and what the log shows from the first run on, at least the service.
 */
function timesSeen(
  domain: DomainLoad,
  guestSeconds: number,
  path: Domain0Path,
  available: number,
): { responseTimeSeconds: number; loggedTimeSeconds: number } {
  const { serviceTimeSeconds, arrivalRatePerSecond } = domain
  const utilisation = (arrivalRatePerSecond * serviceTimeSeconds) / available
  const inLine = guestSeconds * utilisation * ownWaitPart(domain)
  const work = serviceTimeSeconds / available + path.workSeconds
  const responseTimeSeconds = Math.max(work, guestSeconds + path.clientSeconds)
  const rest = guestSeconds - inLine
  const notLogged = waitWithin(path.beforeRunSeconds, rest - serviceTimeSeconds)
  const loggedTimeSeconds = Math.max(serviceTimeSeconds, rest - notLogged)
  return {
    responseTimeSeconds,
    loggedTimeSeconds: Math.min(loggedTimeSeconds, responseTimeSeconds),
  }
}

/**
 * Clamped at zero, because a client in Domain-0 does not see all of the wait for the other domains.
 */
function breakdownOf(seconds: number, alone: number, withoutDomain0: number): Breakdown {
  const serviceSeconds = Math.min(alone, seconds)
  const rest = seconds - serviceSeconds
  const domain0DelaySeconds = Math.min(rest, Math.max(0, seconds - withoutDomain0))
  return { serviceSeconds, vmDelaySeconds: rest - domain0DelaySeconds, domain0DelaySeconds }
}

function assumptions(load: HostLoad): string[] {
  const known = (quantity: keyof DomainLoad) =>
    load.domains.every((domain) => domain[quantity] !== undefined)
  const { domain0, pCpus, scheduler = 'credit', client = 'network' } = load
  return [
    'The times follow from the probability of which of two requests completes first, so that work is conserved whatever the weights: ours.',
    'A guest’s part is divided among its requests, L + 1 on average: compared with exact solutions of head-of-line processor sharing.',
    scheduler === 'credit2'
      ? 'Credit2 divides a pCPU by weight, slightly in favour of guests that use less of their part.'
      : 'Credit serves a woken guest that is within its share first, in order of arrival, until a tick finds it running; others by the ratio of credits earned to credits burned.',
    'Assumes Poisson arrivals and exponential demands; others get a two-moment correction where requests are served without a break. More regular arrivals still meet one request of each other guest at any phase: ours.',
    domain0.serviceTimeSeconds > 0
      ? `Domain-0 comes first and handles each packet; the client’s clock runs ${client === 'domain-0' ? 'in Domain-0 and starts once that gets the CPU' : 'behind the network'}; the log’s starts when the service first runs.`
      : 'Domain-0’s part in the requests is unknown and left out.',
    ...(known('serviceTimeScv')
      ? []
      : ['Demands of unknown variation are assumed to be exponential.']),
    ...(pCpus === 1
      ? []
      : [
          `On ${pCpus} pCPUs a vCPU is slowed by how many others want to run at once, assumed independent; pinning is ignored.`,
        ]),
    ...(pCpus > 1 && !known('vCpus')
      ? ['A guest with an unknown number of vCPUs is assumed to use every pCPU.']
      : []),
  ]
}

/**
 * Self-consistent sharing in the order of Xen's schedulers with Domain-0 having priority, seconds.
 */
export const sdps: ForecastingEstimator<'sdps'> = {
  id: 'sdps',
  label: 'Queueing formula',
  title: 'the queueing formula',
  note: 'It follows how guests share the CPU by weight and queue for it, so its times grow with the load. It knows means and two moments, but not the order in which single requests arrive.',
  source:
    'Discriminatory processor sharing (Fayolle, Mitrani, Iasnogorodski, JACM 27(3), 1980) in the order that Xen’s schedulers serve guests, with Domain-0 as priority class and a two-moment correction',
  standing: 'ours',
  speaksOf: 'both',
  askedOf: 'levels',
  blindTo: ['domain-0-weight', 'tslice', 'ratelimit'],
  forecast: { isProven: true, lastingSpread: 0.15 },
  isFitted: false,
  needsDemand: () => true,
  estimate,
}
