import { ModelInputError } from '@steelyard/model'
import { TwinError } from '@steelyard/simulator'
import type { PhaseAnswers, Predictor } from './predictor.ts'
import type { Run } from './recordings/read-run.ts'

/**
 * The same predictor with a cache, because forecasts and regrets share questions: it is asked only
 * once for each run and set of weights. A refusal becomes a note of the run.
 */
export function remember(predictor: Predictor): Predictor {
  const known = new Map<string, Promise<PhaseAnswers[]>>()
  return {
    ...predictor,
    predict(run, weights) {
      const key = JSON.stringify([run.name, weights])
      const answers = known.get(key) ?? ask(predictor, run, weights)
      known.set(key, answers)
      return answers
    },
  }
}

async function ask(
  { id, predict }: Predictor,
  run: Run,
  weights: readonly Record<string, number>[],
): Promise<PhaseAnswers[]> {
  try {
    return await predict(run, weights)
  } catch (error) {
    if (!(error instanceof ModelInputError || error instanceof TwinError)) throw error
    const note = `${id} has no answer: ${error.message}`
    if (!run.notes.includes(note)) run.notes.push(note)
    return run.phases.map(() => new Map())
  }
}
