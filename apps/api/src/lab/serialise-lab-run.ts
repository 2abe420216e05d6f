import type { LabQuestion, LabResult, LabRun, Trouble } from '@steelyard/contract'
import { stateOfWork } from '../jobs/state-of-work.ts'
import type { LabRunRow } from './lab-run-row.ts'

export function serialiseLabRun(row: LabRunRow): LabRun {
  const state = stateOfWork(row)
  return {
    id: row.id,
    analysisId: row.analysisId,
    question: row.question as unknown as LabQuestion,
    state,
    jobId: row.jobId,
    createdAt: row.createdAt.toISOString(),
    finishedAt: (row.finishedAt ?? row.job?.finishedAt)?.toISOString() ?? null,
    trouble: state === 'failed' ? (row.job?.error as Trouble | null) : null,
    result: row.result as unknown as LabResult | null,
  }
}
