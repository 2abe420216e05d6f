import type { Reason, ValidityCode } from '../reason.ts'
import type { DomainEstimate } from './estimate.ts'

/** The estimate for a domain that has no finite response time, with the reason. */
export function noAnswer(name: string, reason: Reason<ValidityCode>): DomainEstimate {
  return { name, responseTimeSeconds: null, valid: false, reasons: [reason] }
}

/** The estimate for a domain without requests. */
export function noArrivals(name: string): DomainEstimate {
  return noAnswer(name, {
    code: 'no-arrivals',
    sentence: 'No request arrived, so there is no response time.',
    numbers: { arrivalRatePerSecond: 0 },
  })
}
