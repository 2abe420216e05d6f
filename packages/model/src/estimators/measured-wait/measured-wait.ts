import { checkLoad } from '../../load/check-load.ts'
import type { DomainLoad, HostLoad } from '../../load/host-load.ts'
import type { DomainEstimate } from '../estimate.ts'
import type { Estimator } from '../estimator.ts'

function estimateDomain(domain: DomainLoad): DomainEstimate {
  const { name, runnableWaitPerRequestSeconds: wait } = domain
  if (domain.arrivalRatePerSecond === 0 || wait === undefined) {
    const idle = domain.arrivalRatePerSecond === 0
    const reason = {
      code: idle ? ('no-arrivals' as const) : ('not-measured' as const),
      sentence: idle
        ? 'No request arrived, so there is no response time.'
        : 'No scheduler trace shows how long the guest waited for the CPU.',
      numbers: {},
    }
    return { name, responseTimeSeconds: null, valid: false, reasons: [reason] }
  }
  return {
    name,
    responseTimeSeconds: domain.serviceTimeSeconds + wait,
    breakdown: {
      serviceSeconds: domain.serviceTimeSeconds,
      vmDelaySeconds: wait,
      domain0DelaySeconds: 0,
    },
    valid: true,
    reasons: [
      {
        code: 'recorded-window-only',
        sentence: 'A diagnosis of the recorded window, not a forecast for other weights.',
        numbers: {},
      },
    ],
  }
}

function estimate(load: HostLoad) {
  checkLoad(load)
  return {
    domains: load.domains.map(estimateDomain),
    assumptions: [
      'The wait of a vCPU is spread evenly over its requests; requests that queue inside the guest wait longer than that.',
      'Waits of Domain-0 on behalf of the guest are not included.',
    ],
  }
}

/** x_p + runnable wait per request, seconds, directly from the scheduler trace. */
export const measuredWait: Estimator<'measured-wait'> = {
  id: 'measured-wait',
  label: 'Measured wait',
  title: 'the measured wait',
  note: 'What the trace counted, CPU time and runnable wait per request. It is a diagnosis of the recorded windows and cannot forecast.',
  source: 'CPU time and runnable wait per request, as xenmon, xentop or xentrace count them',
  standing: 'ours',
  // The guest's CPU time and wait only, without Domain-0; it includes what passes before the first
  // run.
  speaksOf: 'logged',
  askedOf: 'whole',
  blindTo: ['weights', 'cap', 'load', 'domain-0-weight', 'tslice', 'ratelimit'],
  forecast: 'diagnosis-only',
  isFitted: false,
  needsDemand: () => false,
  estimate,
}
