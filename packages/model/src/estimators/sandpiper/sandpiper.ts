import { checkLoad } from '../../load/check-load.ts'
import type { DomainLoad, HostLoad } from '../../load/host-load.ts'
import type { Weights } from '../../load/weights.ts'
import type { ValidityCode } from '../../reason.ts'
import type { DomainEstimate, EstimateOptions } from '../estimate.ts'
import type { Estimator } from '../estimator.ts'
import { noArrivals } from '../no-answer.ts'
import { sandpiperResponseTimeSeconds } from './sandpiper-capacity.ts'
import { sandpiperMoments } from './sandpiper-moments.ts'

function none(
  name: string,
  code: ValidityCode,
  sentence: string,
  numbers: Record<string, number>,
): DomainEstimate {
  const reasons = [{ code, sentence, numbers }]
  return { name, responseTimeSeconds: null, valid: false, reasons }
}

function estimateDomain(domain: DomainLoad, source: 'log' | 'cpu'): DomainEstimate {
  const { name, arrivalRatePerSecond } = domain
  if (arrivalRatePerSecond === 0) return noArrivals(name)
  const moments = sandpiperMoments(domain, source)
  if ('missing' in moments) {
    return none(name, 'not-measured', `SandPiper needs the ${moments.missing}.`, {})
  }
  const { serviceTimeSeconds } = moments
  const responseTimeSeconds = sandpiperResponseTimeSeconds(
    arrivalRatePerSecond,
    serviceTimeSeconds,
    moments.interArrivalVarianceSeconds2,
    moments.serviceTimeVarianceSeconds2,
  )
  if (!Number.isFinite(responseTimeSeconds)) {
    const utilisation = arrivalRatePerSecond * serviceTimeSeconds
    const taken = source === 'log' ? ', taken to be the logged duration with its waiting,' : ''
    return none(
      name,
      'saturated',
      `Arrival rate times service time${taken} is ${utilisation.toFixed(2)}: from 1 on the G/G/1 queue has no finite response time.`,
      { utilisation },
    )
  }
  return { name, responseTimeSeconds, valid: true, reasons: [] }
}

function estimate(load: HostLoad, _weights: Weights, options: EstimateOptions = {}) {
  checkLoad(load)
  const source = options.serviceTimeSource ?? 'log'
  return {
    domains: load.domains.map((domain) => estimateDomain(domain, source)),
    assumptions: [
      'Every guest is a G/G/1 queue of its own: the other guests and the weights do not count.',
      'Measured means and variances are used: evenly spaced traffic would allow far more (E0.12).',
      "Kingman's inequality is treated as an equality, so the figure is an upper bound.",
      source === 'log'
        ? 'The service time is the duration in the log, waiting included, as paper 0 takes it.'
        : 'The service time is CPU time per request; its variation is that of the log.',
    ],
  }
}

/** d = s + lambda (sigma_a^2 + sigma_b^2) / (2 (1 - lambda s)), seconds. */
export const sandpiper: Estimator<'sandpiper'> = {
  id: 'sandpiper',
  label: 'SandPiper',
  title: 'SandPiper',
  note: 'It treats each guest as if it had a machine of its own, so it sees neither the weights nor the other guests. It has no answer once the logged durations add up to more than the time that passed.',
  source:
    'Inverse of lambda_cap (Wood et al., NSDI 2007, gray-box CPU provisioning), as compared in paper 0',
  standing: 'inferred',
  // Its service time is a log duration that includes the waiting time.
  speaksOf: 'logged',
  askedOf: 'whole',
  blindTo: ['weights', 'cap', 'domain-0-weight', 'tslice', 'ratelimit'],
  forecast: 'sees-no-weights',
  isFitted: false,
  needsDemand: ({ serviceTimeSource }) => serviceTimeSource === 'cpu',
  estimate,
}
