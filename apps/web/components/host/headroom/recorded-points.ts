import type { AnalysisResult, ResponseTime, Statistic } from '@steelyard/contract'

/** What a phase of the recording measured, at its load relative to the analysed range. */
export interface RecordedPoint {
  loadFactor: number
  recordedMs: number
  phase: string
}

const timeIn: Record<Statistic, (measured: ResponseTime) => number | null> = {
  p95: ({ p95Ms }) => p95Ms,
  mean: ({ meanMs }) => meanMs,
  p99: ({ p99Ms }) => p99Ms,
}

/** The points that a predicted curve has to explain. */
export function recordedPoints(result: AnalysisResult, name: string): RecordedPoint[] {
  const rate = result.domains.find(({ domain }) => domain === name)?.arrivalRatePerSecond
  if (!rate) return []
  return result.phases.flatMap(({ label, domains }) => {
    const phase = domains.find(({ domain }) => domain === name)
    const recordedMs = phase?.measured ? timeIn[result.targetStatistic](phase.measured) : null
    if (!phase || recordedMs === null || phase.arrivalRatePerSecond <= 0) return []
    return [{ loadFactor: phase.arrivalRatePerSecond / rate, recordedMs, phase: label }]
  })
}
