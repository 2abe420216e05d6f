import { sdps } from '../estimators/sdps/sdps.ts'
import { calibratedLoad } from './calibrate.ts'
import type { CalibrationWindow, HostCalibration } from './calibration.ts'

/** The mean over fewer requests is too uncertain to use. */
const MIN_REQUESTS = 20
const MIN_WINDOWS = 5

/**
 * Sum of rho_i R_i as measured, divided by the same sum as `sdps` predicts it, over all windows
 * below saturation. Weights move delay between domains but leave this sum unchanged (Kleinrock's
 * conservation law). Whatever the weights, a ratio far from 1 therefore means that requests wait
 * for something other than the CPU, or that some waits or work went unrecorded.
 * @returns null with fewer than five windows in which every busy domain was measured
 */
export function conservationResidual(
  windows: readonly CalibrationWindow[],
  calibration: HostCalibration,
): { ratio: number; n: number } | null {
  const sums = windows.flatMap((window) => sumsOf(window, calibration) ?? [])
  if (sums.length < MIN_WINDOWS) return null
  const total = (key: 'measured' | 'predicted') => sums.reduce((sum, each) => sum + each[key], 0)
  return { ratio: total('measured') / total('predicted'), n: sums.length }
}

function sumsOf(
  { load, weights, domains }: CalibrationWindow,
  calibration: HostCalibration,
): { measured: number; predicted: number } | null {
  const estimate = sdps.estimate(calibratedLoad(load, calibration), weights)
  let measured = 0
  let predicted = 0
  for (const domain of load.domains) {
    const { arrivalRatePerSecond, serviceTimeSeconds, name } = domain
    if (arrivalRatePerSecond === 0) continue
    const seen = domains.find((each) => each.name === name)?.measured
    const seconds = estimate.domains.find((each) => each.name === name)?.responseTimeSeconds
    if (!seen || seen.count < MIN_REQUESTS || seconds == null) return null
    measured += arrivalRatePerSecond * serviceTimeSeconds * seen.meanSeconds
    predicted += arrivalRatePerSecond * serviceTimeSeconds * seconds
  }
  return predicted > 0 ? { measured, predicted } : null
}
