'use client'

import type { AnalysisResult, DomainResult } from '@steelyard/contract'
import { useMemo } from 'react'
import { phaseBands, weightChangeMarks } from './chart-marks.ts'
import { type ChartRow, valueIn, valuesOf } from './chart-rows.ts'
import { saturatedBands } from './saturated-bands.ts'
import { MEASURED_P95, STEELYARD, type StyleOf, useSeriesStyles } from './series-style.ts'
import { type ScaleKind, valueScale } from './value-scale.ts'

/**
 * How measured, Steelyard and SandPiper are drawn against a target on every page: the means of the
 * windows as lines and, where the target is about a percentile, percentiles as dots.
 */
export function useComparison(
  rows: readonly ChartRow[],
  {
    result,
    domain,
    windowSeconds,
    scale,
  }: {
    result: AnalysisResult
    domain: DomainResult | undefined
    windowSeconds: number
    scale: ScaleKind
  },
) {
  const steelyard = steelyardLine(rows, result.predictor)
  const shown = ['measured', steelyard, 'sandpiper']
  const targetMs = domain?.target?.responseTimeMs ?? null
  const dotsP95 = result.targetStatistic !== 'mean'
  const dotted = dotsP95 ? [MEASURED_P95] : []
  const anchors = [
    ...valuesOf(rows, ['measured', ...dotted]),
    ...(targetMs === null ? [] : [targetMs]),
  ]
  return {
    rows,
    windowSeconds,
    shown,
    dotsP95,
    targetMs,
    styleOf: useNamedStyles(steelyard),
    scale: valueScale(scale, valuesOf(rows, [...shown, ...dotted]), anchors),
    bands: useMemo(() => phaseBands(result), [result]),
    gaps: saturatedBands(rows, 'sandpiper', windowSeconds * 1000),
    changes: useMemo(() => weightChangeMarks(result), [result]),
  }
}

export type Comparison = ReturnType<typeof useComparison>

/** The estimator drawn as Steelyard: the predictor or, where it has no windows, its formula. */
export function steelyardLine(
  rows: readonly ChartRow[],
  { estimator, quick }: Pick<AnalysisResult['predictor'], 'estimator' | 'quick'>,
): string {
  return rows.some((row) => valueIn(row, estimator) !== null) ? estimator : quick
}

/** On these charts the chosen model goes by Steelyard's name. */
function useNamedStyles(steelyard: string): StyleOf {
  const { styleOf } = useSeriesStyles()
  return useMemo(
    () => (key) => {
      const style = styleOf(key)
      if (key === steelyard) {
        return { ...style, ...STEELYARD, label: 'Steelyard, mean' }
      }
      return key === 'measured' || key === 'sandpiper'
        ? { ...style, label: `${style.label}, mean` }
        : style
    },
    [styleOf, steelyard],
  )
}
