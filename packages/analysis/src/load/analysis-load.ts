import type { EstimateOptions, HostCalibration, HostLoad, Statistic } from '@steelyard/model'
import type { Domain0Cost } from '@steelyard/simulator'
import type { StatedConnections } from '../recorded/recorded-host.ts'
import type { MeasuredBy } from '../recorded/response-time.ts'
import type { TimeSpan } from '../settings.ts'
import type { HostScheduling } from './host-scheduling.ts'
import type { LoadLevel } from './load-levels.ts'
import type { TwinObstacle } from './twin-obstacle.ts'

/**
 * The findings of an analysis about its host in the decision range. They are kept so that
 * estimators and the twin can answer further questions without reading anything again. Times are in
 * seconds, as the packages expect.
 */
export interface AnalysisLoad {
  /** The load, including the calibration results, the caps and the scheduler. */
  load: HostLoad
  /** The same range divided by how busy the host was. */
  levels: readonly LoadLevel[]
  /** Weights in force at the end of the range, including Domain-0's. */
  weights: Record<string, number>
  scheduling: HostScheduling
  calibration: HostCalibration
  /** Options for `estimators[...].estimate`, in addition to `calibration.delayAware`. */
  options: Omit<EstimateOptions, 'delayAwareFit'>
  range: TimeSpan
  measured: MeasuredDomain[]
  twin: TwinInput | { cannot: TwinObstacle }
}

/** Inputs that only the twin needs. */
export interface TwinInput {
  /** Times count from the start of the kept arrivals. */
  domain0: Domain0Cost
  /** Absent where nobody says, and from analyses of earlier versions: one per request. */
  connections?: StatedConnections
}

/** Measurements over the decision range. Null when nothing was measured. */
export interface MeasuredDomain extends Record<`${Statistic}Seconds`, number | null> {
  domain: string
  /** The side that measured. */
  measuredBy: MeasuredBy | null
}
