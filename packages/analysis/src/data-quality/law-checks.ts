import { conservationResidual } from '@steelyard/model'
import { calibrationWindows } from '../load/calibrate-host.ts'
import { cpuOf } from '../recorded/cpu-sums.ts'
import { MIN_REQUESTS_PER_WINDOW } from '../recorded/guests.ts'
import { requestsOf } from '../recorded/request-rates.ts'
import type { QualityCheck } from './check.ts'

/** At this scatter or more, the log and the CPU trace may not belong together. */
const LOOSE = 0.25

/** Checks how far the windows scatter around the utilisation law U = lambda x with a single x. */
const utilisationLaw: QualityCheck = ({ windows, guests }) =>
  guests.flatMap(({ name, serviceTimeSeconds, serviceTimeSource }) => {
    if (serviceTimeSource !== 'cpu' || serviceTimeSeconds === null) return []
    const errors = windows.flatMap(({ byDomain }) => {
      const observation = byDomain.get(name)
      const cpu = cpuOf(observation)
      const arrivals = requestsOf(observation)?.arrivals ?? 0
      if (!cpu || arrivals < MIN_REQUESTS_PER_WINDOW) return []
      return [Math.abs(cpu.usedSeconds / (arrivals * serviceTimeSeconds) - 1)]
    })
    if (errors.length === 0) return []
    const mean = errors.reduce((a, b) => a + b, 0) / errors.length
    return [
      {
        code: 'utilisation-law',
        severity: mean > LOOSE ? 'warning' : 'info',
        domain: name,
        scatter: mean,
        serviceTimeSeconds,
      },
    ]
  })

/**
 * Measured times that differ from the conservation law by this factor are not explained by the CPU.
 */
const CONSERVATION_FACTOR = 2

/**
 * No weights change the sum of rho_i R_i. The check compares the measured sum with the one that
 * follows from CPU and requests.
 */
const conservationLaw: QualityCheck = ({ host, windows, guests, calibration }) => {
  const found = conservationResidual(calibrationWindows(host, windows, guests), calibration)
  if (!found) return []
  const { ratio } = found
  const suspects =
    ratio > CONSERVATION_FACTOR
      ? 'other-waits'
      : ratio < 1 / CONSERVATION_FACTOR
        ? 'missed-waits'
        : null
  const severity = suspects ? 'warning' : 'info'
  return [{ code: 'conservation-law', severity, ratio, windows: found.n, suspects }]
}

export const lawChecks: readonly QualityCheck[] = [utilisationLaw, conservationLaw]
