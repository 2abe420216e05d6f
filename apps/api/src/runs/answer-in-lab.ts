import { BESIDE_REPLICATIONS, type LabStage, playLab, setUpLab } from '@steelyard/analysis'
import type { LabQuestion } from '@steelyard/contract'
import type { JobContext } from '../jobs/handle-job.ts'
import { cannotPlay } from './cannot-play.ts'
import { labQuestionOf } from './lab-question-of.ts'
import { presentLab } from './present/present-lab.ts'
import type { StoredLab } from './stored-lab.ts'

/** Simulates the variants of one host. */
export async function answerInLab(
  { deps, payload: { replications }, signal, progress }: JobContext<{ replications: number }>,
  stored: LabQuestion,
): Promise<StoredLab> {
  progress({
    stage: 'Building the simulations',
    done: null,
    total: null,
    unit: null,
    message: null,
  })
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
