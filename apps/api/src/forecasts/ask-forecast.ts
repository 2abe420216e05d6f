import type { Forecast, ForecastQuestion } from '@steelyard/contract'
import type { Db } from '../db.ts'
import { answerForecast } from './answer-forecast.ts'
import { fillQuestion } from './fill-question.ts'
import { loadGround } from './forecast-ground.ts'

/**
 * What if? Answered by formulas; nothing is stored.
 * @throws AppError as `loadGround` and `fillQuestion` do
 */
export async function askForecast(
  db: Db,
  analysisId: string,
  question: ForecastQuestion,
): Promise<Forecast> {
  const ground = await loadGround(db, analysisId)
  return answerForecast(ground, fillQuestion(question, ground.known))
}
