import { BESIDE_REPLICATIONS, type LabStage, playLab, setUpLab } from '@steelyard/analysis'
import type { LabQuestion, LabResult } from '@steelyard/contract'
import type { Prisma } from '../db.ts'
import { type AppError, unprocessable } from '../errors.ts'
import { holdOwnJob } from '../jobs/hold-own-job.ts'
import { handleJob, type JobContext } from '../jobs/job-kind.ts'
import { cannotPlay } from '../runs/cannot-play.ts'
import { labQuestionOf } from './lab-question-of.ts'
import { presentLab } from './present-lab.ts'
import { runLabKind } from './run-lab.kind.ts'

/** Worker: plays the variants of one host, one after the other, each in threads. */
export const runLab = handleJob(runLabKind, async (context) => {
  const { deps, payload } = context
  const row = await deps.db.labRun.findUnique({ where: { id: payload.labRunId } })
  if (!row) throw gone()
  if (row.result !== null) return undefined
  const result = await answer(context, row.question as unknown as LabQuestion)
  await deps.db.$transaction(async (tx) => {
    await holdOwnJob(tx, context)
    const { count } = await tx.labRun.updateMany({
      where: { id: row.id },
      data: {
        result: result as unknown as Prisma.InputJsonObject,
        finishedAt: new Date(),
      },
    })
    if (count === 0) throw gone()
  })
  return { variants: result.variants.length }
})

function gone(): AppError {
  return unprocessable('analysis-gone', 'The analysis was deleted before the lab had played it.')
}

async function answer(
  { deps, payload: { replications }, signal, progress }: JobContext<{ replications: number }>,
  stored: LabQuestion,
): Promise<LabResult> {
  progress({ stage: 'Building the twins', done: null, total: null, unit: null, message: null })
  const question = await labQuestionOf(deps.db, stored)
  const host = question.kind === 'levers' ? question.host : null
  try {
    const lab = setUpLab(question, { variant: replications, beside: BESIDE_REPLICATIONS })
    signal.throwIfAborted()
    const result = await playLab(lab, {
      replications,
      signal,
      onProgress: (stage, done, total) =>
        progress({ stage: STAGES[stage], done, total, unit: 'replications', message: null }),
    })
    return presentLab(result, host)
  } catch (error) {
    return cannotPlay(error)
  }
}

const STAGES: Record<LabStage, string> = {
  variants: 'Playing the variants',
  streams: 'Playing a stream',
  loans: 'Trying other loans',
  loanStreams: 'Trying other loans',
}
