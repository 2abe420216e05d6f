import {
  type EstimateOptions,
  type HostCalibration,
  type HostLoad,
  secondsByStatistic,
} from '@steelyard/model'
import type { Guest } from '../recorded/guests.ts'
import type { RecordedHost, Window } from '../recorded/recorded-host.ts'
import { keptStretch } from '../recorded/replay-stretch.ts'
import { measuredResponseTime } from '../recorded/response-time.ts'
import { endOf } from '../recorded/window-list.ts'
import type { TimeSpan } from '../settings.ts'
import type { AnalysisLoad, MeasuredDomain } from './analysis-load.ts'
import { domain0CostOf } from './domain0-cost-of.ts'
import type { HostScheduling } from './host-scheduling.ts'
import type { LoadLevel } from './load-levels.ts'

interface LoadInput {
  load: HostLoad
  levels: readonly LoadLevel[]
  weights: Record<string, number>
  scheduling: HostScheduling
  calibration: HostCalibration
  options: EstimateOptions
  host: Pick<RecordedHost, 'connections'>
  guests: readonly Guest[]
  windows: readonly Window[]
  rangeWindows: readonly Window[]
  /** The stretch that can be replayed. Null when it is too large. */
  stretch: TimeSpan | null
}

/** The part of an analysis that is kept for later questions, see `analysis-load.ts`. */
export function analysisLoadOf(input: LoadInput): AnalysisLoad {
  const { load, levels, weights, scheduling, calibration, guests, rangeWindows } = input
  const { delayAwareFit: _, ...options } = input.options
  const range = {
    fromEpochSeconds: rangeWindows[0]!.startEpochSeconds,
    toEpochSeconds: endOf(rangeWindows.at(-1)!),
  }
  return {
    load,
    levels,
    weights,
    scheduling,
    calibration,
    options,
    range,
    measured: guests.map((guest) => measuredDomain(rangeWindows, guest)),
    twin: twinNeeds(input, range),
  }
}

function measuredDomain(windows: readonly Window[], { name, measuredBy }: Guest): MeasuredDomain {
  const measured = measuredResponseTime(windows, name, measuredBy)
  return {
    domain: name,
    measuredBy,
    ...secondsByStatistic((field) => measured?.[field] ?? null),
  }
}

function twinNeeds(input: LoadInput, range: TimeSpan): AnalysisLoad['twin'] {
  const { guests, windows, stretch, load, host } = input
  if (!stretch) return { cannot: { code: 'window-too-large' } }
  const unknown = guests.filter(({ serviceTimeSource }) => serviceTimeSource !== 'cpu')
  if (unknown.length > 0) {
    return { cannot: { code: 'no-cpu-data', domains: unknown.map(({ name }) => name) } }
  }
  if (load.demand?.code === 'no-cpu-coverage') {
    return { cannot: { code: 'demand', doubt: load.demand } }
  }
  const domain0 = domain0CostOf(windows, keptStretch(stretch, range))
  const { connections } = host
  return domain0
    ? { domain0, ...(connections ? { connections } : {}) }
    : { cannot: { code: 'no-domain-0-cpu-data' } }
}
