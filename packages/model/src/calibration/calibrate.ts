import type { Domain0Load, HostLoad } from '../load/host-load.ts'
import { calibrateDomain } from './calibrate-domain.ts'
import type { CalibrationWindow, Domain0Calibration, HostCalibration } from './calibration.ts'
import { demandDoubt, watchedWindows } from './demand-ground.ts'
import { fitDelayAware } from './fit-delay-aware.ts'
import { ratio, workPerUnit } from './identify.ts'

/** Identifies the parameters of a host from the windows of a recording, oldest first. */
export function calibrate(windows: readonly CalibrationWindow[]): HostCalibration {
  const names = new Set(windows.flatMap(({ domains }) => domains.map(({ name }) => name)))
  return {
    domains: [...names].map((name) => calibrateDomain(name, windows)),
    domain0: calibrateDomain0(windows),
    delayAware: fitDelayAware(windows),
    watched: watchedWindows(windows),
  }
}

function calibrateDomain0(windows: readonly CalibrationWindow[]): Domain0Calibration {
  const seen = windows.flatMap(({ domain0, domains, seconds }) => {
    const units = domains.reduce((sum, { arrivals }) => sum + arrivals, 0)
    return domain0 && units > 0 ? [{ ...domain0, seconds, units }] : []
  })
  const work = workPerUnit(seen.map((each) => ({ ...each, workSeconds: each.cpuSeconds })))
  const wakes = seen.flatMap(({ waitSeconds, dispatches }) =>
    waitSeconds === null || !dispatches ? [] : [{ top: waitSeconds, bottom: dispatches }],
  )
  const delay = ratio(wakes)
  return {
    requestCostSeconds: work?.perUnitSeconds ?? null,
    backgroundUtilisation: work?.background ?? null,
    wakeDelaySeconds: delay && {
      ...delay,
      n: Math.round(wakes.reduce((sum, { bottom }) => sum + bottom, 0)),
    },
  }
}

/**
 * The load, completed with what the whole recording shows: the variation of arrivals and demands,
 * the background part of each domain's CPU time, scaled to these rates, and a doubt about the
 * service demands where no CPU trace covered the requests.
 */
export function calibratedLoad(load: HostLoad, calibration: HostCalibration): HostLoad {
  const calibrated = {
    ...load,
    domains: load.domains.map((domain) => {
      const found = calibration.domains.find(({ name }) => name === domain.name)
      if (!found) return domain
      const { arrivalScv, serviceTimeScv } = found
      const share = backgroundShare(
        domain.arrivalRatePerSecond,
        found.serviceTimeSeconds?.value,
        found.backgroundUtilisation?.value,
      )
      return {
        ...domain,
        backgroundUtilisation: share * domain.arrivalRatePerSecond * domain.serviceTimeSeconds,
        ...(arrivalScv ? { arrivalScv: arrivalScv.value } : {}),
        ...(serviceTimeScv ? { serviceTimeScv: serviceTimeScv.value } : {}),
      }
    }),
    domain0: calibratedDomain0(load, calibration),
  }
  const demand = demandDoubt(calibrated, calibration)
  return demand ? { ...calibrated, demand } : calibrated
}

function calibratedDomain0(
  { domain0: seen, cpuCoverage }: HostLoad,
  { domain0 }: HostCalibration,
): Domain0Load {
  const rate = seen.ioRequestsPerSecond
  const cost = domain0.requestCostSeconds?.value
  const background = domain0.backgroundUtilisation?.value
  const isUnseen = cpuCoverage === 0 && cost !== undefined && rate > 0
  const load = isUnseen ? { ...seen, serviceTimeSeconds: cost + (background ?? 0) / rate } : seen
  return {
    ...load,
    backgroundUtilisation: backgroundShare(rate, cost, background) * rate * load.serviceTimeSeconds,
    ...(load.wakeDelaySeconds === undefined && domain0.wakeDelaySeconds
      ? { wakeDelaySeconds: domain0.wakeDelaySeconds.value }
      : {}),
  }
}

/** b / (b + lambda x): the part of the CPU use that serves no requests. */
function backgroundShare(rate: number, perRequestSeconds = 0, background = 0): number {
  const all = background + rate * perRequestSeconds
  return all === 0 ? 0 : background / all
}
