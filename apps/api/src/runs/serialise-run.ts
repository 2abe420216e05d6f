import type { Run, Trouble } from '@steelyard/contract'
import { stateOfWork } from '../jobs/state-of-work.ts'
import type { StoredHeadroom } from './answer-headroom.ts'
import { presentQuestion } from './ask-host.ts'
import { headroomSentence } from './present/headroom-words.ts'
import { presentHeadroom } from './present/present-headroom.ts'
import type { RunRow } from './run-row.ts'
import { serveLab } from './serve-lab.ts'
import { serveWhatIf } from './serve-what-if.ts'
import type { StoredLab } from './stored-lab.ts'
import { storedQuestion } from './stored-question.ts'
import type { StoredWhatIf } from './stored-what-if.ts'

export function serialiseRun(row: RunRow): Run {
  const state = stateOfWork(row)
  const question = storedQuestion(row)
  const run = {
    id: row.id,
    state,
    jobId: row.jobId,
    createdAt: row.createdAt.toISOString(),
    finishedAt: (row.finishedAt ?? row.job?.finishedAt)?.toISOString() ?? null,
    trouble: state === 'failed' ? (row.job?.error as Trouble | null) : null,
  }
  if (question.kind === 'what-if') {
    const played = row.result as unknown as StoredWhatIf | null
    return {
      ...run,
      kind: question.kind,
      analysisId: question.analysisId,
      question: presentQuestion(question.asked),
      result: played && serveWhatIf(played),
    }
  }
  if (question.kind === 'headroom') {
    const played = row.result as unknown as StoredHeadroom | null
    return {
      ...run,
      kind: question.kind,
      analysisId: question.analysisId,
      result: played && {
        headroom: presentHeadroom(played.headroom, played.targets),
        statement: headroomSentence(played.headroom),
      },
    }
  }
  const played = row.result as unknown as StoredLab | null
  return {
    ...run,
    kind: question.kind,
    analysisId: row.analysisId,
    question,
    result: played && serveLab(played),
  }
}
