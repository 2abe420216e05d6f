import type { EstimateOptions, HostCalibration, HostLoad } from '@steelyard/model'
import { AnalysisError } from './analysis-error.ts'
import { calibratedHostLoad, calibrateHost } from './load/calibrate-host.ts'
import { type LoadLevel, loadLevels } from './load/load-levels.ts'
import { type DecisionRange, decisionRange } from './recorded/decision-range.ts'
import { findGuests, type Guest } from './recorded/guests.ts'
import { type ObservedTimes, observedTimes, type WorstWindows } from './recorded/observed-times.ts'
import { DOMAIN_0, type RecordedHost, type Window } from './recorded/recorded-host.ts'
import { weightsAt } from './recorded/weight-regimes.ts'
import { endOf, groupWindows, middleOf, trimToRequests } from './recorded/window-list.ts'
import type { AnalysisSettings, TimeSpan } from './settings.ts'

/** What the recording shows before any estimator is asked. */
export interface Survey {
  host: RecordedHost
  /** All windows of the recording, from the first request to the last. */
  windows: readonly Window[]
  recorded: TimeSpan
  guests: readonly Guest[]
  /** The side that measured each guest. */
  measuredBy: ReadonlyMap<string, Guest['measuredBy']>
  /** What was measured of each guest over the range, as targets compare it. */
  observed: ReadonlyMap<string, ObservedTimes>
  /** The statistic of the targets, and what their windows change of it. */
  targets: WorstWindows
  calibration: HostCalibration
  options: EstimateOptions
  range: DecisionRange
  /** Weights in force at the end of the range, including Domain-0's. */
  weights: Record<string, number>
  /** The load over the whole range. */
  load: HostLoad
  /** The same range divided by how busy the host was. */
  levels: readonly LoadLevel[]
}

/** @throws AnalysisError `no-requests`, `range-without-windows` */
export function surveyRecording(host: RecordedHost, settings: AnalysisSettings): Survey {
  const windows = trimToRequests(groupWindows(host.observations, host.windowSeconds))
  if (windows.length === 0) throw new AnalysisError({ code: 'no-requests' })
  const guests = findGuests(windows)
  const calibration = calibrateHost(host, windows, guests)
  const range = decisionRange(windows, host.regimes, settings.range)
  const loadOf = (some: readonly Window[]) => calibratedHostLoad(host, some, guests, calibration)
  const observed = new Map(
    guests.map(({ name, measuredBy }) => [
      name,
      observedTimes(range.windows, name, measuredBy, {
        statistic: settings.targetStatistic,
        windowSeconds: settings.targetWindowSeconds,
      }),
    ]),
  )
  const names = [...guests.map(({ name }) => name), DOMAIN_0]
  return {
    host,
    windows,
    recorded: {
      fromEpochSeconds: windows[0]!.startEpochSeconds,
      toEpochSeconds: endOf(windows.at(-1)!),
    },
    guests,
    measuredBy: new Map(guests.map((guest) => [guest.name, guest.measuredBy])),
    observed,
    targets: {
      statistic: settings.targetStatistic,
      worst: Object.fromEntries(
        [...observed].map(([name, { worstOverWhole }]) => [name, worstOverWhole]),
      ),
    },
    calibration,
    options: {
      normalisation: settings.normalisation,
      serviceTimeSource: settings.sandpiperServiceTime,
      delayAwareFit: calibration.delayAware,
    },
    range,
    weights: weightsAt(host.regimes, middleOf(range.windows.at(-1)!), names),
    load: loadOf(range.windows),
    levels: loadLevels(range.windows, loadOf),
  }
}
