import type { Source, SourceQuestion, Upload } from '@steelyard/contract'

/** A question that several sources raise, to be asked once. */
export interface QuestionGroup {
  question: SourceQuestion
  /** The first raised it in the words that are shown. */
  sources: Source[]
}

/** The open questions of an upload, except which domain a name is; once for each kind of source. */
export function groupedQuestions(upload: Upload): QuestionGroup[] {
  const groups = new Map<string, QuestionGroup>()
  for (const source of upload.sources) {
    if (!source.included) continue
    for (const question of source.questions) {
      if (question.id === 'domain' || !question.blocking) continue
      const values = question.candidates.map(({ value }) => value)
      const key = JSON.stringify([source.kind, question.id, isTimeOf(question) ? [] : values])
      const known = groups.get(key)
      if (known) known.sources.push(source)
      else groups.set(key, { question, sources: [source] })
    }
  }
  return [...groups.values()]
}

/** Suggested starts differ from trace to trace, and one run has one start. */
function isTimeOf({ id }: SourceQuestion): boolean {
  return id === 'start-time'
}
