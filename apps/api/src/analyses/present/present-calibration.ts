import type { Calibration, Figure } from '@steelyard/contract'
import type { HostCalibration, IdentifiedValue } from '@steelyard/model'
import { words } from '@steelyard/words'
import { finite, msOf } from '../../milliseconds.ts'

/** The calibration of the host from its recording, with uncertainty, in the units of the API. */
export function presentCalibration(
  { domains, domain0, delayAware }: HostCalibration,
  windows: number,
): Calibration {
  const scvs = domains.some(({ serviceTimeScv }) => serviceTimeScv !== null)
  return {
    domains: domains.map((domain) => ({
      domain: domain.name,
      serviceTimeCpu: inMs(domain.serviceTimeSeconds),
      serviceTimeLog: inMs(domain.calmLogSeconds),
      serviceTimeScv: plain(domain.serviceTimeScv, 'ratio'),
      arrivalScv: plain(domain.arrivalScv, 'ratio'),
    })),
    domain0: {
      perRequest: inMs(domain0.requestCostSeconds),
      background: plain(domain0.backgroundUtilisation, 'fraction'),
    },
    coefficients: 'missing' in delayAware ? null : coefficientsOf(delayAware),
    windows,
    notes: [
      ...('missing' in delayAware ? [delayAware.missing] : []),
      ...(scvs ? [words.analyses.variationIsBound] : []),
    ],
  }
}

function coefficientsOf({
  coefficients,
  standardErrors,
}: Exclude<HostCalibration['delayAware'], { missing: string }>): Calibration['coefficients'] {
  return (['alpha', 'beta', 'gamma'] as const).map((name) => ({
    name,
    value: coefficients[name],
    standardError: finite(standardErrors[name]),
    meaning: words.analyses.coefficient[name],
  }))
}

function inMs(found: IdentifiedValue | null): Figure | null {
  if (!found) return null
  const { value, standardError } = found
  return {
    value: msOf(value),
    standardError: standardError === null ? null : finite(msOf(standardError)),
    unit: 'ms',
  }
}

function plain(found: IdentifiedValue | null, unit: Figure['unit']): Figure | null {
  if (!found) return null
  const { value, standardError } = found
  return { value, standardError: standardError === null ? null : finite(standardError), unit }
}
