import type { Upload } from '@steelyard/contract'
import type { SourceModel } from '../generated/prisma/models.ts'
import { stateOf } from './source-state.ts'

/** Why an analysis cannot run yet. Only included sources can prevent it. */
export function openQuestions(sources: readonly SourceModel[]): Upload['openQuestions'] {
  return sources
    .filter((source) => source.included)
    .flatMap((source) =>
      stateOf(source)
        .questions.filter((question) => question.blocking)
        .map(({ id, text }) => ({
          sourceId: source.id,
          questionId: id,
          text: `${source.path}: ${text}`,
        })),
    )
}
