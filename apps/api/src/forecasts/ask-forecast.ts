import { answerForecast } from '@steelyard/analysis'
import type { Forecast, ForecastQuestion } from '@steelyard/contract'
import type { Db } from '../db.ts'
import { askHostBy } from '../runs/ask-host.ts'
import { loadAnalysedHost } from '../runs/load-analysed-host.ts'
import { presentForecast } from './present-forecast.ts'

/**
 * Answers a what-if question by formulas, without storing anything.
 * @throws AppError as `loadAnalysedHost` and `askHostBy` do
 */
export async function askForecast(
  db: Db,
  analysisId: string,
  question: ForecastQuestion,
): Promise<Forecast> {
  const host = await loadAnalysedHost(db, analysisId)
  const asked = askHostBy(host.known, question)
  return presentForecast(host, asked, await answerForecast(host, asked))
}
