'use client'

import type { ForecastQuestion } from '@steelyard/contract'
import { useForecast } from './use-forecast.ts'
import { useSimulation } from './use-simulation.ts'

/** A formula answers at once; when the question rests, the simulation is asked too. */
export function useAnswer(analysisId: string, question: ForecastQuestion) {
  const forecast = useForecast(analysisId, question)
  const isProvisional = forecast.data?.state === 'provisional' && !forecast.isBehind
  const simulation = useSimulation({ kind: 'what-if', analysisId, whatIf: question }, isProvisional)
  return { ...forecast, ...simulation }
}
