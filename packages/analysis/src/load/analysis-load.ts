import type { EstimateOptions, HostCalibration, HostLoad } from '@steelyard/model'
import type { Domain0Cost } from '@steelyard/simulator'
import type { MeasuredBy } from '../recorded/response-time.ts'
import type { HostScheduling } from './host-scheduling.ts'

/**
 * What an analysis found out about its host in the decision range, kept so that estimators and the twin
 * can answer further questions without reading anything again. Seconds, as the packages take it.
 */
export interface AnalysisLoad {
  /** With what calibration found, caps and the scheduler in it. */
  load: HostLoad
  /** In force at the end of the range, Domain-0 included. */
  weights: Record<string, number>
  scheduling: HostScheduling
  calibration: HostCalibration
  /** For `estimators[...].estimate`, beside `calibration.delayAware`. */
  options: Omit<EstimateOptions, 'delayAwareFit'>
  range: { fromEpochSeconds: number; toEpochSeconds: number }
  measured: MeasuredDomain[]
  twin: TwinInput | { cannot: string }
}

/** What only the twin needs. */
export interface TwinInput {
  /** Times count from where the kept arrivals do. */
  domain0: Domain0Cost
}

/** Over the decision range; null where nothing was measured. */
export interface MeasuredDomain {
  domain: string
  meanSeconds: number | null
  p95Seconds: number | null
  /** Who measured it; absent in what older versions stored. */
  measuredBy?: MeasuredBy | null
}
