import type {
  CalibrationWindow,
  DomainCalibration,
  IdentifiedValue,
  ObservedDomain,
} from './calibration.ts'
import { weightedMean, workPerUnit } from './identify.ts'
import { identifyServiceTimeScv, type ScatterSample } from './identify-service-time-scv.ts'

/**
 * Utilisation of all pCPUs below which requests hardly wait, so that the log shows service times.
 */
const CALM = 0.3
/** Utilisation below which the timestamps of a server's log still match the arrivals. */
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
      seen.flatMap(scatterSample),
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

type WeighedWindow = ObservedDomain & { seconds: number; busy: number }

/**
 * The CPU serves requests until they end, so requests count in the window in which they completed,
 * where the log records them.
 */
function workSample({ cpuSeconds, completions, arrivals, seconds }: WeighedWindow) {
  const units = completions ?? arrivals
  return cpuSeconds === null || units === 0 ? [] : [{ seconds, units, workSeconds: cpuSeconds }]
}

/** By Little's law, the requests in flight are the time that all requests took, per second. */
function scatterSample(window: WeighedWindow): ScatterSample[] {
  const { arrivals, completions, logged, seconds } = window
  return workSample(window).map((sample) => ({
    ...sample,
    begun: completions === null ? null : arrivals,
    inFlight: logged && (logged.meanSeconds * logged.count) / seconds,
  }))
}

/**
 * Clients stamp requests when they send them. A server's log stamps them when the guest gets to
 * run, in batches when the host is busy, so the arrivals look burstier than they were. Windows
 * below that load are used if there are enough of them; otherwise c_a^2 is capped at the 1 of a
 * Poisson stream. Each window is evaluated on its own, so that a changing rate does not count as
 * burstiness.
 */
function arrivalScvOf(seen: readonly WeighedWindow[]): IdentifiedValue | null {
  const gaps = seen.flatMap(({ gaps, busy }) => (gaps ? [{ ...gaps, busy }] : []))
  const byClient = gaps.filter((each) => each.byClient)
  if (byClient.length > 0) return meanScv(byClient)
  const unhurried = gaps.filter((each) => each.busy < UNHURRIED)
  if (unhurried.reduce((sum, { count }) => sum + count, 0) >= MIN_GAPS) return meanScv(unhurried)
  const hurried = meanScv(gaps)
  return hurried && { ...hurried, value: Math.min(1, hurried.value) }
}

function meanScv(gaps: readonly NonNullable<ObservedDomain['gaps']>[]): IdentifiedValue | null {
  return weightedMean(
    gaps.map(({ meanSeconds, varianceSeconds2, count }) => ({
      value: varianceSeconds2 / meanSeconds ** 2,
      weight: count,
    })),
  )
}
