import { type AskedHost, playWhatIf } from '@steelyard/analysis'
import { type AppError, unprocessable } from '../errors.ts'
import { handleJob, type JobContext } from '../jobs/handle-job.ts'
import { holdOwnJob } from '../jobs/hold-own-job.ts'
import { answerHeadroom } from './answer-headroom.ts'
import { answerInLab } from './answer-in-lab.ts'
import { cannotPlay } from './cannot-play.ts'
import { loadHostToPlay } from './load-host-to-play.ts'
import { playRunKind } from './play-run.kind.ts'
import { presentWhatIf } from './present/present-what-if.ts'
import type { StoredQuestion } from './stored-question.ts'
import { runQuestion, runResult, type StoredWhatIf } from './stored-run.ts'

/** Worker: simulates the hosts of a run, in threads. */
export const playRun = handleJob(playRunKind, async (context) => {
  const { deps, payload } = context
  const row = await deps.db.run.findUnique({ where: { id: payload.runId } })
  if (!row) throw gone()
  if (row.result !== null) return undefined
  const result = await answerOf(context, runQuestion.read(row.question))
  await deps.db.$transaction(async (tx) => {
    await holdOwnJob(tx, context)
    const { count } = await tx.run.updateMany({
      where: { id: row.id },
      data: {
        result: runResult.write(result),
        finishedAt: new Date(),
      },
    })
    if (count === 0) throw gone()
  })
  return undefined
})

function answerOf(context: JobContext<{ replications: number }>, question: StoredQuestion) {
  switch (question.kind) {
    case 'what-if':
      return answerWhatIf(context, question)
    case 'headroom':
      return answerHeadroom(context, question)
    default:
      return answerInLab(context, question)
  }
}

function gone(): AppError {
  return unprocessable('analysis-gone', 'The analysis was deleted before it had been simulated.')
}

/** Simulates an analysed host as it is and as the question changes it. */
async function answerWhatIf(
  { deps, payload: { replications }, signal, progress }: JobContext<{ replications: number }>,
  { analysisId, asked }: { analysisId: string; asked: AskedHost },
): Promise<StoredWhatIf> {
  progress({ stage: 'Building the simulation' })
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
      }),
  }).catch(cannotPlay)
  return presentWhatIf(played, host)
}
