import type { AnalysisResult } from '@steelyard/contract'
import { groupBy } from '../../lib/group-by.ts'
import { changesLabel } from '../../lib/short-name.ts'

export interface Band {
  from: number
  to: number
  label: string
  /** A label short enough for a narrow band. */
  short: string
}

export interface Change {
  at: number
  label: string
}

export function phaseBands(result: AnalysisResult): Band[] {
  return result.phases.map((phase) => ({
    from: Date.parse(phase.from),
    to: Date.parse(phase.to),
    label: phase.label,
    short: phase.label.match(/(\d+)$/)?.[1] ?? phase.label.slice(0, 3),
  }))
}

export function bandAt(bands: readonly Band[], at: number): Band | undefined {
  return bands.find((band) => at >= band.from && at < band.to)
}

/** Merges changes at the same instant into one mark. */
export function weightChangeMarks(result: AnalysisResult): Change[] {
  const byInstant = groupBy(result.weightChanges, (change) => Date.parse(change.at))
  return [...byInstant].map(([at, changes]) => ({
    at,
    label: changesLabel(changes),
  }))
}
