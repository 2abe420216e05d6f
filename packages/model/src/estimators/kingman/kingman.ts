import { checkLoad } from '../../load/check-load.ts'
import type { DomainLoad, HostLoad } from '../../load/host-load.ts'
import { arrivalScv, serviceTimeScv } from '../../load/variability.ts'
import type { DomainEstimate } from '../estimate.ts'
import type { Estimator } from '../estimator.ts'
import { noAnswer, noArrivals } from '../no-answer.ts'

/**
 * x + lambda (sigma_a^2 + sigma_s^2) / (2 (1 - rho)) with sigma_a = c_a / lambda, sigma_s = c_s x
 * and rho = lambda x.
 */
function estimateDomain(domain: DomainLoad): DomainEstimate {
  const { name, arrivalRatePerSecond: rate, serviceTimeSeconds: x } = domain
  if (rate === 0) return noArrivals(name)
  const utilisation = rate * x
  if (utilisation >= 1) {
    return noAnswer(name, {
      code: 'saturated',
      sentence: `It needs ${utilisation.toFixed(2)} of one pCPU: from 1 on a G/G/1 queue has no finite response time.`,
      numbers: { utilisation },
    })
  }
  const variance = arrivalScv(domain) / rate ** 2 + serviceTimeScv(domain) * x ** 2
  const responseTimeSeconds = x + (rate * variance) / (2 * (1 - utilisation))
  return { name, responseTimeSeconds, valid: true, reasons: [] }
}

function estimate(load: HostLoad) {
  checkLoad(load)
  return {
    domains: load.domains.map(estimateDomain),
    assumptions: [
      'Every guest has a pCPU of its own: other guests, Domain-0 and the weights do not count.',
      'It is an upper bound for that queue, tight when it is nearly full and far too high when it is nearly idle: with Poisson arrivals and exponential demands by (1 + rho) / (2 lambda).',
      'A measured time above the bound points to waits for other guests or for Domain-0.',
    ],
  }
}

/** Kingman's bound on the mean response time of a G/G/1 queue, for each domain alone, seconds. */
export const kingman: Estimator<'kingman'> = {
  id: 'kingman',
  label: 'Bound for a CPU of its own',
  title: 'the bound for a CPU of its own',
  note: 'The most that requests would wait on a CPU that their guest shares with nobody. A measured time above it shows waits for other guests or for Domain-0.',
  source: 'Kingman, Proc. Cambridge Phil. Soc. 58, 1962: upper bound for the G/G/1 queue',
  standing: 'published',
  // The queue begins when a request arrives.
  speaksOf: 'client',
  askedOf: 'levels',
  blindTo: ['weights', 'cap', 'domain-0-weight', 'tslice', 'ratelimit'],
  forecast: 'sees-no-weights',
  isFitted: false,
  needsDemand: () => true,
  estimate,
}
