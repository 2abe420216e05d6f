import {
  type AskedHost,
  answerForecast,
  type Headroom,
  isAsAnalysed,
  type PlayedPredictions,
} from '@steelyard/analysis'
import type { Forecast, ForecastQuestion } from '@steelyard/contract'
import type { Db } from '../db.ts'
import { predictionSeconds } from '../milliseconds.ts'
import { askHostBy } from '../runs/ask-host.ts'
import { loadAnalysedHost } from '../runs/load-analysed-host.ts'
import { headroomPlayed, runQuestion, whatIfPlayed } from '../runs/stored-run.ts'
import { presentForecast } from './present-forecast.ts'

/**
 * Answers a what-if question at once, without storing anything: finally if the predictor is a
 * formula or the twin has played the question, otherwise provisionally.
 * @throws AppError as `loadAnalysedHost` and `askHostBy` do
 */
export async function askForecast(
  db: Db,
  { analysisId, question }: { analysisId: string; question: ForecastQuestion },
): Promise<Forecast> {
  const host = await loadAnalysedHost(db, analysisId)
  const asked = askHostBy(host.known, question)
  const played = await playedBefore(db, analysisId, asked)
  const forecast = await answerForecast(host, asked, played?.predictions ?? null)
  const headroom =
    forecast.headroomState === 'provisional' && isAsAnalysed(host.known, asked)
      ? await headroomPlayedBefore(db, analysisId)
      : null
  return presentForecast(
    host,
    asked,
    headroom ? { ...forecast, headroom, headroomState: 'final' } : forecast,
    played?.runId ?? null,
  )
}

/** What an earlier run found under other loads. Null when there is none. */
async function headroomPlayedBefore(db: Db, analysisId: string): Promise<Headroom[] | null> {
  const run = await db.run.findFirst({
    where: { analysisId, kind: 'headroom', finishedAt: { not: null } },
    orderBy: { id: 'desc' },
    select: { result: true },
  })
  const result = headroomPlayed.readIfAny(run?.result)
  return result?.headroom ?? null
}

/** An earlier run of the same question and its predictions. Null when there is none. */
async function playedBefore(
  db: Db,
  analysisId: string,
  asked: AskedHost,
): Promise<{ runId: string; predictions: PlayedPredictions } | null> {
  const run = await db.run.findFirst({
    where: {
      analysisId,
      kind: 'what-if',
      finishedAt: { not: null },
      question: {
        equals: runQuestion.write({ kind: 'what-if', analysisId, asked }),
      },
    },
    orderBy: { id: 'desc' },
    select: { id: true, result: true },
  })
  const result = whatIfPlayed.readIfAny(run?.result)
  if (!run || !result) return null
  const predictions = result.changes.map(
    ({ domain, predictedThen }) => [domain, predictionSeconds(predictedThen)] as const,
  )
  return { runId: run.id, predictions: new Map(predictions) }
}
