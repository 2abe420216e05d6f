import type { AskedHost } from '@steelyard/analysis'
import type { LabQuestion, RunQuestion } from '@steelyard/contract'
import type { Prisma } from '../db.ts'
import type { RunRow } from './run-row.ts'

/**
 * The question of a run as its row stores it. A what-if question is stored as the complete host
 * that it asks for, a question of the lab as it was sent.
 */
export type StoredQuestion =
  | { kind: 'what-if'; analysisId: string; asked: AskedHost }
  | HeadroomQuestion
  | LabQuestion

interface HeadroomQuestion {
  kind: 'headroom'
  analysisId: string
}

export function storedQuestion({ question }: Pick<RunRow, 'question'>): StoredQuestion {
  return question as unknown as StoredQuestion
}

export function toJson(question: StoredQuestion): Prisma.InputJsonObject {
  return question as unknown as Prisma.InputJsonObject
}

/** The analysis whose host is simulated; null for a host without an analysis. */
export function analysisOf(question: StoredQuestion | RunQuestion): string | null {
  switch (question.kind) {
    case 'boost':
      return 'analysisId' in question.host ? question.host.analysisId : null
    case 'real-time':
      return null
    default:
      return question.analysisId
  }
}
