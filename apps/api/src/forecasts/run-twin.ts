import { type AskedHost, playWhatIf } from '@steelyard/analysis'
import type { TwinRunResult } from '@steelyard/contract'
import type { Prisma } from '../db.ts'
import { type AppError, unprocessable } from '../errors.ts'
import { holdOwnJob } from '../jobs/hold-own-job.ts'
import { handleJob, type JobContext } from '../jobs/job-kind.ts'
import { cannotPlay } from '../runs/cannot-play.ts'
import { loadHostToPlay } from '../runs/load-host-to-play.ts'
import { presentWhatIf } from './present-what-if.ts'
import { runTwinKind } from './run-twin.kind.ts'

type Context = JobContext<{ twinRunId: string; replications: number }>

/** Worker: plays the host as it is and as the question has it, in threads. */
export const runTwin = handleJob(runTwinKind, async (context) => {
  const { deps, payload } = context
  const row = await deps.db.twinRun.findUnique({ where: { id: payload.twinRunId } })
  if (!row) throw gone()
  if (row.result !== null) return undefined
  const result = await answer(context, row.analysisId, row.question as unknown as AskedHost)
  await deps.db.$transaction(async (tx) => {
    await holdOwnJob(tx, context)
    const { count } = await tx.twinRun.updateMany({
      where: { id: row.id },
      data: {
        result: result as unknown as Prisma.InputJsonObject,
        finishedAt: new Date(),
      },
    })
    if (count === 0) throw gone()
  })
  return { simulatedSeconds: result.simulatedSeconds }
})

function gone(): AppError {
  return unprocessable('analysis-gone', 'The analysis was deleted before the twin had answered.')
}

async function answer(
  { deps, payload: { replications }, signal, progress }: Context,
  analysisId: string,
  asked: AskedHost,
): Promise<TwinRunResult> {
  progress({ stage: 'Building the twin', done: null, total: null, unit: null, message: null })
  const host = await loadHostToPlay(deps.db, analysisId)
  signal.throwIfAborted()
  const total = 2 * replications
  const played = await playWhatIf(host, asked, {
    replications,
    signal,
    onProgress: (fraction) =>
      progress({
        stage: 'Playing the host as it is and as asked',
        done: Math.floor(fraction * total),
        total,
        unit: 'replications',
        message: null,
      }),
  }).catch(cannotPlay)
  return presentWhatIf(played, host.known.measured)
}
