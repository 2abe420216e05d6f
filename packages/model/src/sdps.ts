import { capAllowanceSeconds, cappedPCpus } from './cap.ts'
import { checkLoad } from './check-load.ts'
import { availableToGuests, domain0PathSeconds } from './domain0-path.ts'
import type { DomainEstimate, Estimator, Reason, ValidityCode } from './estimate.ts'
import type { DomainLoad, HostLoad } from './host-load.ts'
import { type RequestLoad, separateBackground } from './request-load.ts'
import { aloneTime, carriedLoad, mostPCpus, sdpsTimes } from './sdps-times.ts'
import { hostDoubts } from './sdps-validity.ts'
import { arrivalScv } from './variability.ts'
import { share, type Weights } from './weights.ts'

/** Arrivals more regular than this are periodic to a two-moment rule: phases decide, which it ignores. */
const PERIODIC_BELOW = 0.25

type Reasons = Reason<ValidityCode>[]

function none(name: string, reason: Reason<ValidityCode>): DomainEstimate {
  return { name, responseTimeSeconds: null, valid: false, reasons: [reason] }
}

function idle(name: string): DomainEstimate {
  return none(name, {
    code: 'no-arrivals',
    sentence: 'No request arrived, so there is no response time.',
    numbers: { arrivalRatePerSecond: 0 },
  })
}

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
    sentence: `It asks for ${utilisation.toFixed(2)} pCPUs and ${by} ${most.toFixed(2)}: its queue grows without end.`,
    numbers: { utilisation, mostPCpus: most },
  }
}

function periodic(domain: DomainLoad): Reasons {
  const scv = arrivalScv(domain)
  if (scv >= PERIODIC_BELOW) return []
  return [
    {
      code: 'periodic-arrivals',
      sentence: `Requests come nearly like clockwork (c_a^2 = ${scv.toFixed(2)}): how the domains' clocks stand to each other decides, and no formula of means sees that. The twin does.`,
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
      sentence: `Its cap of ${(cap * 100).toFixed(0)} % parks the domain once it has used ${(allowanceSeconds * 1000).toFixed(0)} ms of CPU ahead of its allowance: means are rough, and the highest times are far above them.`,
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
    estimator: 'sdps' as const,
    domains: estimateDomains(separateBackground(load), weights),
    assumptions: assumptions(load),
  }
}

function estimateDomains(
  { load: all, backgroundUtilisation }: RequestLoad,
  weights: Weights,
): DomainEstimate[] {
  const domains = all.domains.filter((d) => d.arrivalRatePerSecond > 0 && d.serviceTimeSeconds > 0)
  const load = { ...all, domains }
  const available = availableToGuests(load) - backgroundUtilisation / load.physicalCpus
  const { saturated, doubts } = hostDoubts(load, available)
  const times = saturated ? null : sdpsTimes(load, weights, available)
  const undisturbed = 1 - backgroundUtilisation / load.physicalCpus
  const withoutDomain0 = times && sdpsTimes(load, weights, undisturbed)
  const path = domain0PathSeconds(load, carriedLoad(load, Math.max(available, 0)))
  return all.domains.map((domain) => {
    const { name } = domain
    if (domain.arrivalRatePerSecond === 0) return idle(name)
    if (saturated) return none(name, saturated)
    const beyond = ownSaturation(domain, load, available)
    if (beyond) return none(name, beyond)
    const k = load.domains.indexOf(domain)
    // A domain that needs no CPU waits for none.
    const alone = k < 0 ? 0 : aloneTime(domain, load, undisturbed)
    const shared = k < 0 ? 0 : withoutDomain0![k]!
    const responseTimeSeconds = (k < 0 ? 0 : times![k]!) + path
    const misleading = periodic(domain)
    return {
      name,
      responseTimeSeconds,
      breakdown: {
        serviceSeconds: alone,
        vmDelaySeconds: shared - alone,
        domain0DelaySeconds: responseTimeSeconds - shared,
      },
      valid: misleading.length === 0,
      reasons: [...misleading, ...capped(domain, load), ...doubts],
    }
  })
}

function assumptions(load: HostLoad): string[] {
  const known = (quantity: keyof DomainLoad) =>
    load.domains.every((domain) => domain[quantity] !== undefined)
  const { domain0, physicalCpus, scheduler = 'credit' } = load
  return [
    'A request weighs its domain’s weight over the requests that are there, L + 1 on average: ours, held against exact solutions of head-of-line processor sharing.',
    'Response times follow from those weights as in discriminatory processor sharing with Poisson arrivals and exponential demands.',
    'Waits are then scaled by the variability of arrivals and demands, one factor for the host so that the conservation law holds; requests that share their guest’s vCPUs do not depend on it.',
    scheduler === 'credit2'
      ? 'Credit2 divides a pCPU finely: between domains, too, only sharing counts.'
      : 'Credit runs a woken domain until it blocks: a request alone in its domain waits in line with the others.',
    'Domain-0 comes first and is crossed twice, there and back; the guests have what it leaves of each pCPU.',
    domain0.wakeDelaySeconds === undefined
      ? 'How long Domain-0 waits when woken is not known: that delay is missing.'
      : 'Domain-0 waits at each crossing as long as it did per wake in the recording, if the host is busy.',
    ...(known('serviceTimeScv')
      ? []
      : ['Where the variation of demands is not known they are taken to be exponential.']),
    ...(physicalCpus === 1
      ? []
      : [
          `${physicalCpus} pCPUs wait like one of their speed together, times the chance that all are busy (Erlang’s C); pinning is not looked at.`,
        ]),
    ...(physicalCpus > 1 && !known('vcpus')
      ? ['Where the number of vCPUs is not known the domain may use every pCPU.']
      : []),
  ]
}

/** Self-consistent discriminatory processor sharing with Domain-0 first, seconds. */
export const sdps: Estimator = {
  id: 'sdps',
  title: 'Self-consistent sharing (SDPS)',
  source:
    'Discriminatory processor sharing (Fayolle, Mitrani, Iasnogorodski, JACM 27(3), 1980) with weights by domain, Domain-0 as priority class and a two-moment correction',
  standing: 'ours',
  estimate,
}
