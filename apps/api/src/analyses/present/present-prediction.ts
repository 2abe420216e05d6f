import type { Prediction as PredictionSeconds } from '@steelyard/analysis'
import type { Prediction } from '@steelyard/contract'
import { msOf } from '../../milliseconds.ts'

export function presentPrediction(prediction: PredictionSeconds): Prediction
export function presentPrediction(prediction: PredictionSeconds | null): Prediction | null
export function presentPrediction(prediction: PredictionSeconds | null): Prediction | null {
  return (
    prediction && {
      ms: msOf(prediction.seconds),
      lowMs: msOf(prediction.lowSeconds),
      highMs: msOf(prediction.highSeconds),
    }
  )
}
