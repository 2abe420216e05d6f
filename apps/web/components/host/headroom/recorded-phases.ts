import type { AnalysisResult, Prediction, ResponseTime, Statistic } from '@steelyard/contract'

/** What a phase of the recording measured at its load, and what is predicted for that very phase. */
export interface RecordedPhase {
  label: string
  /** Requests per second of the domain. */
  rate: number
  recordedMs: number
  predicted: Prediction | null
}

const timeIn: Record<Statistic, (measured: ResponseTime) => number | null> = {
  p95: ({ p95Ms }) => p95Ms,
  mean: ({ meanMs }) => meanMs,
  p99: ({ p99Ms }) => p99Ms,
}

/** The phases in which a domain was measured. */
export function recordedPhases(result: AnalysisResult, name: string): RecordedPhase[] {
  return result.phases.flatMap(({ label, domains }) => {
    const phase = domains.find(({ domain }) => domain === name)
    const recordedMs = phase?.measured ? timeIn[result.targetStatistic](phase.measured) : null
    if (!phase || recordedMs === null || phase.arrivalRatePerSecond <= 0) return []
    const { arrivalRatePerSecond: rate, predicted = null } = phase
    return [{ label, rate, recordedMs, predicted }]
  })
}

/** Whether a phase came out as predicted; null without a prediction. */
export function isAsPredicted({ recordedMs, predicted }: RecordedPhase): boolean | null {
  return predicted && recordedMs >= predicted.lowMs && recordedMs <= predicted.highMs
}
