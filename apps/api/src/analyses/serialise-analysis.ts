import {
  type Analysis,
  AnalysisOptions,
  type AnalysisSummary,
  type EvidenceGrade,
  TimeRange,
  type Trouble,
  type Verdict,
} from '@steelyard/contract'
import { z } from 'zod'
import { type AnalysisRow, type AnalysisWithUploads, analysisState } from './analysis-row.ts'
import { headlineOf } from './analysis-summary.ts'
import { presentSpan } from './present.ts'
import { storedAnalysis } from './stored-analysis.ts'
import { resultOf } from './stored-result.ts'

const Found = z.object({ fromEpochSeconds: z.number(), toEpochSeconds: z.number() })

export function serialiseAnalysis(row: AnalysisWithUploads): Analysis {
  return {
    ...serialiseAnalysisSummary(row),
    uploads: row.uploads.map(({ id, name, sources }) => ({
      id,
      name,
      isTraced: sources.length > 0,
    })),
    watched:
      row.watchedFrom && row.watchedTo
        ? { from: row.watchedFrom.toISOString(), to: row.watchedTo.toISOString() }
        : null,
    targets: row.targets,
    options: storedAnalysis(AnalysisOptions, row.options),
    trouble: analysisState(row) === 'failed' ? (row.job?.error as Trouble | null) : null,
    result: resultOf(row),
  }
}

export function serialiseAnalysisSummary(row: AnalysisRow): AnalysisSummary {
  return {
    id: row.id,
    name: row.name,
    notes: row.notes,
    tags: row.tags,
    hostId: row.hostId,
    hostName: row.host.name,
    state: analysisState(row),
    verdict: row.verdict as Verdict | null,
    grade: row.grade as EvidenceGrade | null,
    headline: headlineOf(row),
    recorded: recordedRange(row.recorded),
    createdAt: row.createdAt.toISOString(),
    finishedAt: (row.finishedAt ?? row.job?.finishedAt)?.toISOString() ?? null,
    jobId: row.jobId,
  }
}

/**
 * The column `Analysis.recorded`, which the database generates from the result: from when to when
 * the host was recorded. Null while there is no result, and for a result that a later version of
 * Steelyard has stored.
 * @throws AppError `analysis-unreadable`
 */
function recordedRange(json: unknown): z.output<typeof TimeRange> | null {
  if (json === null) return null
  const range = storedAnalysis(z.union([Found, TimeRange]), json)
  return 'from' in range ? range : presentSpan(range)
}
