import { fitWithout, type HostCalibration, type HostLoad } from '@steelyard/model'
import type { Guest } from '../recorded/guests.ts'
import {
  DOMAIN_0,
  type PlannedPhase,
  type RecordedHost,
  type Window,
} from '../recorded/recorded-host.ts'
import { weightsAt } from '../recorded/weight-regimes.ts'
import { middleOf, windowsWithin } from '../recorded/window-list.ts'
import { calibratedHostLoad, calibrateHost } from './calibrate-host.ts'

/** The estimators' input for one phase. */
export interface PhaseLoad {
  span: PlannedPhase
  /** Never empty. */
  windows: Window[]
  /** Weights of guests and Domain-0 in force in the middle of the phase. */
  weights: Record<string, number>
  load: HostLoad
  /** Coefficients fitted without the stretch of windows around the middle of the phase. */
  delayAwareFit: HostCalibration['delayAware']
}

/** Phases without a window are left out. */
export function phaseLoads(
  host: RecordedHost,
  windows: readonly Window[],
  guests: readonly Guest[],
  phases: readonly PlannedPhase[],
  calibration = calibrateHost(host, windows, guests),
): PhaseLoad[] {
  const names = [...guests.map((guest) => guest.name), DOMAIN_0]
  return phases.flatMap((span) => {
    const inside = windowsWithin(windows, span.fromEpochSeconds, span.toEpochSeconds)
    if (inside.length === 0) return []
    const central = inside[Math.floor(inside.length / 2)]!
    return {
      span,
      windows: inside,
      weights: weightsAt(host.regimes, middleOf(central), names),
      load: calibratedHostLoad(host, inside, guests, calibration),
      delayAwareFit: fitWithout(calibration.delayAware, windows.indexOf(central)),
    }
  })
}
