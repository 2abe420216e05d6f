import type { AskedHost } from '@steelyard/analysis'
import type { LabQuestion, RunQuestion } from '@steelyard/contract'

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
