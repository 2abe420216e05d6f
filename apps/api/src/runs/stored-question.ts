import type { AskedHost } from '@steelyard/analysis'
import type { LabQuestion } from '@steelyard/contract'
import type { Prisma } from '../db.ts'
import type { RunRow } from './run-row.ts'

/**
 * What a run is asked, as its row keeps it: a what-if question as the host that it asks for, complete, and
 * the lab's as they were sent.
 */
export type StoredQuestion = { kind: 'what-if'; analysisId: string; asked: AskedHost } | LabQuestion

export function storedQuestion({ question }: Pick<RunRow, 'question'>): StoredQuestion {
  return question as unknown as StoredQuestion
}

export function toJson(question: StoredQuestion): Prisma.InputJsonObject {
  return question as unknown as Prisma.InputJsonObject
}

/** The analysis whose host is played; null for a host of no analysis. */
export function analysisOf(question: StoredQuestion): string | null {
  switch (question.kind) {
    case 'boost':
      return 'analysisId' in question.host ? question.host.analysisId : null
    case 'real-time':
      return null
    default:
      return question.analysisId
  }
}
