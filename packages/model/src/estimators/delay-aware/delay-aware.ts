import { checkLoad } from '../../load/check-load.ts'
import type { DomainLoad, HostLoad } from '../../load/host-load.ts'
import { totalUtilisation } from '../../load/utilisation.ts'
import { type Shares, share, type Weights } from '../../load/weights.ts'
import type { Reason, ValidityCode } from '../../reason.ts'
import { achievableBracket } from '../../sdps/achievable-bracket.ts'
import type { Breakdown, DomainEstimate, EstimateOptions } from '../estimate.ts'
import type { ForecastingEstimator } from '../estimator.ts'
import { noArrivals } from '../no-answer.ts'

/**
 * The three parts of R_p, eq (1)-(3) of paper 0 term by term:
 * X_p, D_VMp = w_0 x_0 + sum over i <> p of (w_i / w_p)(lambda_i / lambda_p) x_i, and
 * D_0p = IO D_0 / (w_p lambda_p). X_0 is read as x_0 per request (E0.6).
 */
function breakdownOf(domain: DomainLoad, load: HostLoad, shares: Shares): Breakdown {
  const own = shares.domains[domain.name]!
  const rate = domain.arrivalRatePerSecond
  const others = load.domains
    .filter((other) => other !== domain)
    .reduce((sum, other) => {
      const workPerRequest = (other.arrivalRatePerSecond / rate) * other.serviceTimeSeconds
      return sum + (shares.domains[other.name]! / own) * workPerRequest
    }, 0)
  const { serviceTimeSeconds, ioRequestsPerSecond, delayPerIoSeconds } = load.domain0
  return {
    serviceSeconds: domain.serviceTimeSeconds,
    vmDelaySeconds: shares.domain0 * serviceTimeSeconds + others,
    domain0DelaySeconds: (ioRequestsPerSecond / (own * rate)) * delayPerIoSeconds,
  }
}

function hostSaturated(load: HostLoad): Reason<ValidityCode>[] {
  const utilisation = totalUtilisation(load.domains)
  if (utilisation < load.pCpus) return []
  return [
    {
      code: 'host-saturated',
      sentence:
        'The guests ask for more CPU than the host has; the queue grows without bound, yet the formula stays finite.',
      numbers: { utilisation, pCpus: load.pCpus },
    },
  ]
}

/**
 * E0.8: eq (2) does not change when all rates are scaled, so its result is checked against the
 * times that any weights can reach.
 */
function outsideBracket(
  domain: DomainLoad,
  load: HostLoad,
  responseTimeSeconds: number,
  guestSeconds: number,
): Reason<ValidityCode>[] {
  const bracket = achievableBracket(domain, load)
  if (!bracket) return []
  const { bestSeconds, worstSeconds } = bracket
  const slack = 1 + 1e-9
  if (responseTimeSeconds * slack >= bestSeconds && guestSeconds <= worstSeconds * slack) return []
  return [
    {
      code: 'scale-invariant',
      sentence:
        'The formula depends on the mix of rates, not on how busy the host is; at this load no weights can lead to such a response time.',
      numbers: {
        responseTimeSeconds,
        guestSeconds,
        bestSeconds,
        worstSeconds,
        utilisation: totalUtilisation(load.domains),
      },
    },
  ]
}

function severalCpus(load: HostLoad): Reason<ValidityCode>[] {
  if (load.pCpus === 1) return []
  return [
    {
      code: 'several-cpus',
      sentence: 'Paper 0 was derived and measured with one pCPU shared by all guests.',
      numbers: { pCpus: load.pCpus },
    },
  ]
}

function estimateDomain(domain: DomainLoad, load: HostLoad, shares: Shares): DomainEstimate {
  if (domain.arrivalRatePerSecond === 0) return noArrivals(domain.name)
  const breakdown = breakdownOf(domain, load, shares)
  const responseTimeSeconds =
    breakdown.serviceSeconds + breakdown.vmDelaySeconds + breakdown.domain0DelaySeconds
  const guestSeconds =
    responseTimeSeconds -
    breakdown.domain0DelaySeconds -
    shares.domain0 * load.domain0.serviceTimeSeconds
  const reasons = [
    ...hostSaturated(load),
    ...outsideBracket(domain, load, responseTimeSeconds, guestSeconds),
    ...severalCpus(load),
  ]
  return {
    name: domain.name,
    responseTimeSeconds,
    breakdown,
    valid: reasons.length === 0,
    reasons,
  }
}

function estimate(load: HostLoad, weights: Weights, options: EstimateOptions = {}) {
  checkLoad(load)
  const normalisation = options.normalisation ?? 'guests'
  const names = load.domains.map((domain) => domain.name)
  const shares = share(weights, names, normalisation)
  return {
    domains: load.domains.map((domain) => estimateDomain(domain, load, shares)),
    assumptions: [
      normalisation === 'guests'
        ? 'Shares are taken among the guests, as eq (4) is printed (E0.5).'
        : 'Shares are taken among the guests and Domain-0 (E0.5).',
      'Domain-0 adds w_0 x_0 per request, x_0 being its CPU time per request (E0.6).',
      'IO is the I/O rate of the whole host, D_0 the wait of Domain-0 per I/O request (E0.7).',
      'Eq (2) does not change when all arrival rates change by one factor (E0.8).',
    ],
  }
}

/** R_p = X_p + D_VMp + D_0p, eq (1)-(4) of paper 0, seconds. */
export const delayAware: ForecastingEstimator<'delay-aware'> = {
  id: 'delay-aware',
  label: 'Delay-aware, as published',
  title: 'the delay-aware formula as published',
  note: 'As published, it misses the load level: its delays follow from the mix of the requests and from the weights. So a nearly idle host and a nearly full one get the same times.',
  source: 'Paper 0 (KIISE J. Systems and Theory 37(4), 2010), eq (1)-(4)',
  standing: 'published',
  // R_p includes Domain-0's delay, eq (3), which a log does not see, although the paper compared
  // the two.
  speaksOf: 'client',
  // As the paper does. Its times do not depend on the level of load anyway (E0.8).
  askedOf: 'whole',
  blindTo: ['tslice', 'ratelimit', 'cap', 'load'],
  // It can be off by any factor (E0.8), so measurements overrule it.
  forecast: { isProven: false, lastingSpread: 1.5 },
  isFitted: false,
  needsDemand: () => true,
  estimate,
}
