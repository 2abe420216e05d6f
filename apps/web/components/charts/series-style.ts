'use client'

import type { Estimator, Predictor } from '@steelyard/contract'
import { createContext, useContext, useMemo } from 'react'
import { modelName } from '../../lib/model-names.ts'
import { useEstimators } from '../../lib/use-estimators.ts'

/** The 95th percentiles of the windows, which charts draw as dots. */
export const MEASURED_P95 = 'measured-p95'

/** `measured`, `measured-p95`, or the id of an estimator. */
export type SeriesKey = string

export interface SeriesStyle {
  key: SeriesKey
  label: string
  /** The series has the same colour wherever it appears. */
  color: string
  /** The dash pattern distinguishes series where colour does not. */
  dash: string | undefined
  width: number
}

export interface SeriesStyles {
  /** What was measured, then the estimators in the API's order. */
  all: readonly SeriesStyle[]
  styleOf(key: SeriesKey): SeriesStyle
}

export type StyleOf = SeriesStyles['styleOf']

const measuredStyle: SeriesStyle = {
  key: 'measured',
  label: 'Measured',
  color: 'var(--series-measured)',
  dash: undefined,
  width: 2.25,
}

/** Steelyard and SandPiper look the same on every chart. */
export const STEELYARD = { color: 'var(--accent)', dash: undefined, width: 2 }
const SANDPIPER = { color: 'var(--sandpiper)', dash: '7 4', width: 1.75 }

/** For the other estimators in the API's order; further ones begin again. */
const STROKES = [
  { color: 'var(--series-1)', dash: '9 3 2 3', width: 2 },
  { color: 'var(--series-2)', dash: '12 3', width: 2 },
  { color: 'var(--series-3)', dash: '5 2', width: 1.75 },
  { color: 'var(--series-4)', dash: '16 2', width: 1.75 },
  { color: 'var(--series-6)', dash: '2 3', width: 1.75 },
  { color: 'var(--series-7)', dash: '12 3 2 3 2 3', width: 1.75 },
  { color: 'var(--series-8)', dash: '4 4', width: 1.75 },
] as const

/** The model that speaks for Steelyard on the recording that is shown. */
export const PredictorContext = createContext<Pick<Predictor, 'estimator'> | null>(null)

export function seriesStyles(
  estimators: readonly Estimator[],
  predictor: Pick<Predictor, 'estimator'> | null = null,
): SeriesStyles {
  const all: readonly SeriesStyle[] = [
    measuredStyle,
    ...estimators.map(({ id }, index) => ({
      key: id,
      label: modelName(id, estimators),
      ...(id === predictor?.estimator ? STEELYARD : strokeOf(id, index)),
    })),
  ]
  return {
    all,
    styleOf: (key) =>
      key === MEASURED_P95
        ? { ...measuredStyle, key, label: 'Measured 95th percentile' }
        : (all.find((style) => style.key === key) ?? unknownStyle(key)),
  }
}

function strokeOf(id: string, index: number) {
  return id === 'sandpiper' ? SANDPIPER : STROKES[index % STROKES.length]!
}

/** For an estimator that the API no longer has, in the result of an earlier analysis. */
function unknownStyle(key: SeriesKey): SeriesStyle {
  return { key, label: key, color: 'var(--ink-faint)', dash: '1 3', width: 1.5 }
}

export function useSeriesStyles(): SeriesStyles {
  const estimators = useEstimators()
  const predictor = useContext(PredictorContext)
  return useMemo(() => seriesStyles(estimators, predictor), [estimators, predictor])
}
