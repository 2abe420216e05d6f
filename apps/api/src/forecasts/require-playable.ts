import type { AnalysisLoad, PlayedHost } from '@steelyard/analysis'
import { unprocessable } from '../errors.ts'

/** @throws AppError `twin-cannot-play` with what is missing for it */
export function requirePlayable({ load, weights, scheduling, twin }: AnalysisLoad): PlayedHost {
  if ('cannot' in twin) throw unprocessable('twin-cannot-play', twin.cannot)
  return { load, weights, scheduling, twin }
}
