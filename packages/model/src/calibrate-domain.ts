import type {
  CalibrationWindow,
  DomainCalibration,
  Identified,
  ObservedDomain,
} from './calibration.ts'
import { weightedMean, workPerUnit } from './identify.ts'
import { identifyServiceTimeScv } from './identify-service-time-scv.ts'

/** Of all pCPUs: below this requests hardly wait, so the log shows service times. */
const CALM = 0.3
/** Below this the stamps of a server's log are still those of the arrivals. */
const UNHURRIED = 0.7
const MIN_GAPS = 100

export function calibrateDomain(
  name: string,
  windows: readonly CalibrationWindow[],
): DomainCalibration {
  const seen = windows.flatMap((window) => {
    const domain = window.domains.find((each) => each.name === name)
    return domain ? [{ ...domain, seconds: window.seconds, busy: hostUtilisation(window) }] : []
  })
  const work = workPerUnit(seen.flatMap(workSample))
  return {
    name,
    serviceTimeSeconds: work?.perUnitSeconds ?? null,
    backgroundUtilisation: work?.background ?? null,
    calmLogSeconds: weightedMean(
      seen.flatMap(({ logged, busy }) =>
        logged && busy < CALM ? [{ value: logged.meanSeconds, weight: logged.count }] : [],
      ),
    ),
    arrivalScv: arrivalScvOf(seen),
    serviceTimeScv: identifyServiceTimeScv(
      work,
      seen.flatMap(workSample),
      seen.flatMap(({ logged, busy }) => (logged ? [{ ...logged, isCalm: busy < CALM }] : [])),
    ),
  }
}

export function hostUtilisation({ load, seconds, domain0 }: CalibrationWindow): number {
  const guests = load.domains.reduce(
    (sum, d) => sum + d.arrivalRatePerSecond * d.serviceTimeSeconds,
    0,
  )
  return (guests + (domain0 ? domain0.cpuSeconds / seconds : 0)) / load.pCpus
}

type Seen = ObservedDomain & { seconds: number; busy: number }

/** CPU goes to requests until they end, so those that ended count where the log tells them. */
function workSample({ cpuSeconds, completions, arrivals, seconds }: Seen) {
  const units = completions ?? arrivals
  return cpuSeconds === null || units === 0 ? [] : [{ seconds, units, workSeconds: cpuSeconds }]
}

/**
 * Clients stamp requests when they send them. A server's log stamps them when the guest gets to run,
 * in bunches when the host is busy, which looks burstier than it was: windows below that load are taken
 * if there are enough of them, else no more than the 1 of a Poisson stream is believed. Window by
 * window, so that a changing rate does not count as burstiness.
 */
function arrivalScvOf(seen: readonly Seen[]): Identified | null {
  const gaps = seen.flatMap(({ gaps, busy }) => (gaps ? [{ ...gaps, busy }] : []))
  const byClient = gaps.filter((each) => each.byClient)
  if (byClient.length > 0) return meanScv(byClient)
  const unhurried = gaps.filter((each) => each.busy < UNHURRIED)
  if (unhurried.reduce((sum, { count }) => sum + count, 0) >= MIN_GAPS) return meanScv(unhurried)
  const hurried = meanScv(gaps)
  return hurried && { ...hurried, value: Math.min(1, hurried.value) }
}

function meanScv(gaps: readonly NonNullable<ObservedDomain['gaps']>[]): Identified | null {
  return weightedMean(
    gaps.map(({ meanSeconds, varianceSeconds2, count }) => ({
      value: varianceSeconds2 / meanSeconds ** 2,
      weight: count,
    })),
  )
}
