import {
  loadBandOf,
  type ResidualSpread,
  type SeedSpread,
  type SpreadQuestion,
  seedSpreadOf,
  varianceOfChance,
} from '@steelyard/model'
import type { AccuracyReport } from '../accuracy-report.ts'

/** A measured mean and an estimate of it. */
export interface Residual {
  /** The recording. Residuals of the same recording are left out together. */
  recording: string
  band: number
  measured: number
  estimated: number
  /** The spread due to chance. Only for an estimator that simulates. */
  seeds?: SeedSpread
  /** The estimator's own interval, if it supplies one. */
  interval?: { lowSeconds: number; highSeconds: number }
}

/** Fewer values do not determine a spread. */
const FEWEST = 6

/** The residuals of one estimator; a phase without a CPU trace is in no band. */
export function residualsOf(
  id: string,
  question: SpreadQuestion,
  report: Pick<AccuracyReport, 'recordings' | 'forecasts' | 'twin'>,
): Residual[] {
  return question === 'diagnosis' ? diagnosed(id, report) : forecast(id, report)
}

function diagnosed(
  id: string,
  { recordings, twin }: Pick<AccuracyReport, 'recordings' | 'twin'>,
): Residual[] {
  return recordings.flatMap(({ name, phases }) =>
    phases.flatMap(({ utilisation, domains }) =>
      domains.flatMap(({ measured, estimates }) => {
        const estimate = estimates[id]
        if (!estimate || utilisation === null) return []
        return residual(name, utilisation, measured.mean, estimate, twin)
      }),
    ),
  )
}

function forecast(
  id: string,
  { forecasts, twin }: Pick<AccuracyReport, 'forecasts' | 'twin'>,
): Residual[] {
  return forecasts.flatMap(({ from, utilisation, after, forecasts: told }) => {
    const estimate = told[id]
    if (!estimate || utilisation === null) return []
    const centre = estimate.anchoredMean ?? estimate.mean
    const scale = centre / estimate.mean
    return residual(
      from,
      utilisation,
      after,
      {
        ...estimate,
        mean: centre,
        ...(estimate.meanHalfWidth === undefined
          ? {}
          : { meanHalfWidth: estimate.meanHalfWidth * scale }),
      },
      twin,
    )
  })
}

function residual(
  recording: string,
  utilisation: number,
  measured: number,
  {
    mean,
    meanHalfWidth,
    interval,
  }: {
    mean: number
    meanHalfWidth?: number | undefined
    interval?: Residual['interval'] | undefined
  },
  { replications }: AccuracyReport['twin'],
): Residual {
  return {
    recording,
    measured,
    estimated: mean,
    band: loadBandOf(utilisation),
    ...(meanHalfWidth === undefined
      ? {}
      : { seeds: seedSpreadOf(mean, meanHalfWidth, replications) }),
    ...(interval ? { interval } : {}),
  }
}

/**
 * The spread of the errors without the chance that the seeds show: the mean square of ln(measured /
 * estimated) minus the mean of its variance by chance. Null with too few values.
 */
export function fitSpread(residuals: readonly Residual[]): ResidualSpread | null {
  if (residuals.length < FEWEST) return null
  const excess = residuals.reduce(
    (sum, { measured, estimated, seeds }) =>
      sum + Math.log(measured / estimated) ** 2 - (seeds ? varianceOfChance(seeds) : 0),
    0,
  )
  return {
    logSpread: Math.sqrt(Math.max(0, excess / residuals.length)),
    values: residuals.length,
  }
}
