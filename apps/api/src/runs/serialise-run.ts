import type { LabResult, LabVariant, Lever, Run, Trouble, TwinRunResult } from '@steelyard/contract'
import { words } from '@steelyard/words'
import { stateOfWork } from '../jobs/state-of-work.ts'
import { presentQuestion } from './ask-host.ts'
import { effectOf } from './present/lever-effect.ts'
import { presentHeadroom } from './present/present-headroom.ts'
import type { RunRow } from './run-row.ts'
import {
  headroomPlayed,
  labPlayed,
  runQuestion,
  type StoredLab,
  type StoredLever,
  type StoredLevers,
  type StoredWhatIf,
  whatIfPlayed,
} from './stored-run.ts'

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

/** Adds the verdicts to the values of a lab run. */
function serveLab({ levers, ...result }: StoredLab): LabResult {
  const variants = result.variants.map(
    (variant): LabVariant => ({ ...variant, meanMs: wholeMeanMs(variant) }),
  )
  return {
    ...result,
    variants,
    verdict: words.runs.labVerdict(variants),
    levers: levers && {
      ...levers,
      ranked: levers.ranked.map((lever) => serveLever(lever, levers)),
      statement: words.runs.winner(levers, variants),
      leadStatement: words.runs.lead(levers, variants),
    },
  }
}

function serveLever(lever: StoredLever, levers: StoredLevers): Lever {
  return { ...lever, effect: effectOf(lever, levers) }
}

function serveWhatIf(result: StoredWhatIf): TwinRunResult {
  const changes = result.changes.map(({ domain, mean }) => ({ name: domain, change: mean }))
  return { ...result, statement: words.runs.whatIf(changes) }
}

/** Mean response time in milliseconds over the requests of all domains. Null without requests. */
export function wholeMeanMs({ domains }: Pick<LabVariant, 'domains'>): number | null {
  let requests = 0
  let total = 0
  for (const { mean, requestsPerSecond } of domains) {
    if (!mean || requestsPerSecond === null) continue
    requests += requestsPerSecond
    total += requestsPerSecond * mean.ms
  }
  return requests > 0 ? total / requests : null
}
