import type { Run, Trouble } from '@steelyard/contract'
import { words } from '@steelyard/words'
import { stateOfWork } from '../jobs/state-of-work.ts'
import { presentQuestion } from './ask-host.ts'
import { presentHeadroom } from './present/present-headroom.ts'
import type { RunRow } from './run-row.ts'
import { serveLab } from './serve-lab.ts'
import { serveWhatIf } from './serve-what-if.ts'
import { headroomPlayed, labPlayed, runQuestion, whatIfPlayed } from './stored-run.ts'

export function serialiseRun(row: RunRow): Run {
  const state = stateOfWork(row)
  const question = runQuestion.read(row.question)
  const run = {
    id: row.id,
    state,
    jobId: row.jobId,
    createdAt: row.createdAt.toISOString(),
    finishedAt: (row.finishedAt ?? row.job?.finishedAt)?.toISOString() ?? null,
    trouble: state === 'failed' ? (row.job?.error as Trouble | null) : null,
  }
  if (question.kind === 'what-if') {
    const played = whatIfPlayed.readIfAny(row.result)
    return {
      ...run,
      kind: question.kind,
      analysisId: question.analysisId,
      question: presentQuestion(question.asked),
      result: played && serveWhatIf(played),
    }
  }
  if (question.kind === 'headroom') {
    const played = headroomPlayed.readIfAny(row.result)
    return {
      ...run,
      kind: question.kind,
      analysisId: question.analysisId,
      result: played && {
        headroom: presentHeadroom(played.headroom, played.targets),
        statement: words.runs.leastHeadroom(played.headroom),
      },
    }
  }
  const played = labPlayed.readIfAny(row.result)
  return {
    ...run,
    kind: question.kind,
    analysisId: row.analysisId,
    question,
    result: played && serveLab(played),
  }
}
