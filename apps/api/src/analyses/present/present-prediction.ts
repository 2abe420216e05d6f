import type { Prediction as PredictionSeconds } from '@steelyard/analysis'
import type { Prediction } from '@steelyard/contract'

export function presentPrediction(prediction: PredictionSeconds): Prediction
export function presentPrediction(prediction: PredictionSeconds | null): Prediction | null
export function presentPrediction(prediction: PredictionSeconds | null): Prediction | null {
  return (
    prediction && {
      ms: prediction.seconds * 1000,
      lowMs: prediction.lowSeconds * 1000,
      highMs: prediction.highSeconds * 1000,
    }
  )
}
