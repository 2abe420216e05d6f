import {
  type Analysis,
  AnalysisOptions,
  type AnalysisResult,
  type AnalysisSummary,
  type SlaTarget,
  type Trouble,
  type Verdict,
} from '@steelyard/contract'
import type { AnalysisRow, AnalysisWithUploads } from './analysis-row.ts'

export function serialiseAnalysis(row: AnalysisWithUploads): Analysis {
  return {
    ...serialiseAnalysisSummary(row),
    uploads: row.uploads.map(({ id, name }) => ({ id, name })),
    targets: row.targets as unknown as SlaTarget[],
    // Parsed again: an option that is newer than the row has its default.
    options: AnalysisOptions.parse(row.options),
    trouble: analysisState(row) === 'failed' ? (row.job?.error as Trouble | null) : null,
    result: row.result as unknown as AnalysisResult | null,
  }
}

export function serialiseAnalysisSummary(row: AnalysisRow): AnalysisSummary {
  return {
    id: row.id,
    name: row.name,
    hostId: row.hostId,
    hostName: row.host.name,
    state: analysisState(row),
    verdict: row.verdict as Verdict | null,
    headline: (row.result as unknown as AnalysisResult | null)?.headline ?? null,
    createdAt: row.createdAt.toISOString(),
    finishedAt: (row.finishedAt ?? row.job?.finishedAt)?.toISOString() ?? null,
    jobId: row.jobId,
  }
}

/**
 * Until the result is stored the job is the truth: it may be cancelled in the queue or lose its
 * process without a line of ours having run.
 */
export function analysisState({
  state,
  job,
}: Pick<AnalysisRow, 'state' | 'job'>): AnalysisSummary['state'] {
  if (state === 'succeeded' || !job) return state as AnalysisSummary['state']
  return job.state as AnalysisSummary['state']
}
