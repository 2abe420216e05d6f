import type { LabQuestion, LabResult } from '@steelyard/contract'
import { TwinError } from '@steelyard/simulator'
import type { Prisma } from '../db.ts'
import { type AppError, unprocessable } from '../errors.ts'
import { holdOwnJob } from '../jobs/hold-own-job.ts'
import { handleJob, type JobContext } from '../jobs/job-kind.ts'
import { BESIDE_REPLICATIONS, playLab } from './play-lab.ts'
import { runLabKind } from './run-lab.kind.ts'
import { setUpLab } from './set-up-lab.ts'

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
  question: LabQuestion,
): Promise<LabResult> {
  progress({ stage: 'Building the twins', done: null, total: null, unit: null, message: null })
  try {
    const lab = await setUpLab(deps.db, question, {
      variant: replications,
      beside: BESIDE_REPLICATIONS,
    })
    signal.throwIfAborted()
    return await playLab(lab, {
      replications,
      signal,
      onProgress: (stage, done, total) =>
        progress({ stage, done, total, unit: 'replications', message: null }),
    })
  } catch (error) {
    if (!(error instanceof TwinError) || error.code === 'stopped') throw error
    throw unprocessable('twin-cannot-play', `The twin cannot play this: ${error.message}`)
  }
}
