import type { WeightProblem } from '@steelyard/solver'
import { toMs } from '../../../milliseconds.ts'

/** The unit of an objective. */
export function unitOf({ objective }: WeightProblem): 'ms' | 'ratio' {
  return objective === 'mean-over-requests' || objective === 'total-delay' ? 'ms' : 'ratio'
}

export function inUnit(value: number | null, unit: 'ms' | 'ratio'): number | null {
  return unit === 'ms' ? toMs(value) : value !== null && Number.isFinite(value) ? value : null
}
