import { ESTIMATOR_IDS } from '@steelyard/model'
import type { EstimatorId } from '../catalogue.ts'
import { phaseLoads } from '../load/phase-loads.ts'
import type { PlannedPhase } from '../recorded/recorded-host.ts'
import { arrivalRate } from '../recorded/request-rates.ts'
import { measuredResponseTime, type ResponseTime } from '../recorded/response-time.ts'
import type { Survey } from '../survey-recording.ts'
import { estimateLoad } from './estimate-load.ts'
import { seenTime } from './seen-time.ts'

export interface PhaseResult {
  span: PlannedPhase
  domains: PhaseDomain[]
}

interface PhaseDomain {
  domain: string
  weight: number
  arrivalRatePerSecond: number
  measured: ResponseTime | null
  /** `twin` is present for the phases that it played in full. */
  estimatesSeconds: Partial<Record<EstimatorId, number | null>>
  /** Estimators that give no figure here, or flag the one they give as invalid. */
  notValid: EstimatorId[]
}

/** Estimates each phase with its own load and the weights in force during it. */
export function phaseResults(
  { host, windows: all, guests, calibration, options }: Survey,
  phases: readonly PlannedPhase[],
): PhaseResult[] {
  return phaseLoads(host, all, guests, phases, calibration).map((phase) => {
    const { span, windows, weights, load, delayAwareFit } = phase
    const estimates = estimateLoad(load, weights, { ...options, delayAwareFit })
    return {
      span,
      domains: guests.map(({ name, measuredBy }) => ({
        domain: name,
        weight: weights[name]!,
        arrivalRatePerSecond: arrivalRate(windows, name),
        measured: measuredResponseTime(windows, name, measuredBy),
        estimatesSeconds: Object.fromEntries(
          ESTIMATOR_IDS.map((id) => {
            const estimate = estimates.get(id)?.get(name)
            return [id, estimate ? seenTime(estimate, measuredBy) : null]
          }),
        ),
        notValid: ESTIMATOR_IDS.filter((id) => !estimates.get(id)?.get(name)?.valid),
      })),
    }
  })
}
