import type { Trouble } from '@steelyard/contract'
import { EXPECTED_FORMATS } from '@steelyard/traces'
import type { SourceState } from './source-state.ts'

/** Why an upload is refused: no answer can make any of it fit for analysis. Null otherwise. */
export function uploadProblem(
  sources: readonly { spec: unknown; state: SourceState }[],
): Trouble | null {
  const readable = sources.some(({ spec, state }) => spec !== null || state.questions.length > 0)
  if (readable) return null
  const first = sources.find(({ state }) => state.trouble)?.state.trouble
  return (
    first ?? {
      code: 'nothing-to-analyse',
      message: 'There is no trace and no log in this upload.',
      expected: EXPECTED_FORMATS,
    }
  )
}
