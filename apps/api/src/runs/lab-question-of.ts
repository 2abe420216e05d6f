import type { LabQuestion as LabQuestionSeconds } from '@steelyard/analysis'
import type { LabQuestion } from '@steelyard/contract'
import type { Db } from '../db.ts'
import { hostOf } from '../lab/assess-real-time.ts'
import { loadHostToPlay } from './load-host-to-play.ts'

/**
 * The question together with the host that it is about.
 * @throws AppError as `loadHostToPlay` does
 */
export async function labQuestionOf(db: Db, question: LabQuestion): Promise<LabQuestionSeconds> {
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
