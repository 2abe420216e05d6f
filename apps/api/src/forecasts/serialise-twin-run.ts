import type { AskedHost } from '@steelyard/analysis'
import type { Trouble, TwinRun, TwinRunResult } from '@steelyard/contract'
import { stateOfWork } from '../jobs/state-of-work.ts'
import { presentQuestion } from './ask-host.ts'
import type { TwinRunRow } from './twin-run-row.ts'

export function serialiseTwinRun(row: TwinRunRow): TwinRun {
  const state = stateOfWork(row)
  return {
    id: row.id,
    analysisId: row.analysisId,
    question: presentQuestion(row.question as unknown as AskedHost),
    state,
    jobId: row.jobId,
    createdAt: row.createdAt.toISOString(),
    finishedAt: (row.finishedAt ?? row.job?.finishedAt)?.toISOString() ?? null,
    trouble: state === 'failed' ? (row.job?.error as Trouble | null) : null,
    result: row.result as unknown as TwinRunResult | null,
  }
}
