import type { PhaseAnswers, Predictor } from './predictor.ts'

/** The same predictor, asked once for each run and weights: forecasts and regrets share questions. */
export function remember(predictor: Predictor): Predictor {
  const known = new Map<string, Promise<PhaseAnswers[]>>()
  return {
    ...predictor,
    predict(run, weights) {
      const key = JSON.stringify([run.name, weights])
      const answers = known.get(key) ?? predictor.predict(run, weights)
      known.set(key, answers)
      return answers
    },
  }
}
