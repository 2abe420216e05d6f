import {
  BESIDE_REPLICATIONS,
  type LabQuestion as LabQuestionSeconds,
  type LabStage,
  playLab,
  setUpLab,
} from '@steelyard/analysis'
import type { LabQuestion } from '@steelyard/contract'
import type { Db } from '../db.ts'
import type { JobContext } from '../jobs/handle-job.ts'
import { hostOf } from '../lab/assess-real-time.ts'
import { cannotPlay } from './cannot-play.ts'
import { loadHostToPlay } from './load-host-to-play.ts'
import { presentLab } from './present/present-lab.ts'
import type { StoredLab } from './stored-run.ts'

/** Simulates the variants of one host. */
export async function answerInLab(
  { deps, payload: { replications }, signal, progress }: JobContext<{ replications: number }>,
  stored: LabQuestion,
): Promise<StoredLab> {
  progress({ stage: 'Building the simulations' })
  const question = await labQuestionOf(deps.db, stored)
  const host = question.kind === 'levers' ? question.host : null
  try {
    const lab = setUpLab(question, { variant: replications, beside: BESIDE_REPLICATIONS })
    signal.throwIfAborted()
    const result = await playLab(lab, {
      replications,
      signal,
      onProgress: (stage, done, total) =>
        progress({ stage: STAGES[stage], done, total, unit: 'replications' }),
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

/**
 * The question together with the host that it is about.
 * @throws AppError as `loadHostToPlay` does
 */
async function labQuestionOf(db: Db, question: LabQuestion): Promise<LabQuestionSeconds> {
  switch (question.kind) {
    case 'boost': {
      const { host } = question
      return {
        ...question,
        host: 'preset' in host ? host.preset : await loadHostToPlay(db, host.analysisId),
      }
    }
    case 'pinning':
    case 'levers':
      return { kind: question.kind, host: await loadHostToPlay(db, question.analysisId) }
    case 'real-time':
      return { kind: 'real-time', host: hostOf(question) }
  }
}
