import { mean, median } from 'simple-statistics'
import {
  type DelayAwareTerms,
  delayAwareTerms,
} from '../estimators/delay-aware-calibrated/delay-aware-terms.ts'
import type { DelayAwareCoefficients, DelayAwareFit } from '../estimators/delay-aware-fit.ts'
import { availableToGuests } from '../load/domain0-path.ts'
import { nnls } from '../numeric/nnls.ts'
import { relativeScatter } from '../sdps/sdps-validity.ts'
import type { CalibrationWindow } from './calibration.ts'

/** The mean over fewer requests is too uncertain to fit. */
const MIN_REQUESTS = 20
const MIN_WINDOWS = 10
const MIN_ROWS = 20
const BLOCKS = 5
const ROUNDS = 20

/** Relative error that a formula with three terms has at best, however long the average. */
const FORMULA_ERROR = 0.1

interface Row {
  window: number
  terms: DelayAwareTerms
  measuredSeconds: number
  /** 1 / (variance of the relative error expected of such a window). */
  precision: number
}

/**
 * Fits the coefficients of `delay-aware-calibrated` by non-negative least squares of relative
 * errors, and cross-validates them on blocks of consecutive windows. Neighbouring windows share a
 * backlog, so leaving out single windows would flatter the fit.
 */
export function fitDelayAware(
  windows: readonly CalibrationWindow[],
): DelayAwareFit | { missing: string } {
  const rows = windows.flatMap(rowsOf)
  const used = [...new Set(rows.map(({ window }) => window))]
  if (used.length < MIN_WINDOWS || rows.length < MIN_ROWS) {
    return {
      missing: `Only ${used.length} windows have both a load below saturation and a mean over at least ${MIN_REQUESTS} requests; the coefficients need ${MIN_WINDOWS}.`,
    }
  }
  const blocks = Array.from({ length: BLOCKS }, (_, block) => {
    const from = block === 0 ? 0 : used[Math.round((block * used.length) / BLOCKS)]!
    const to =
      block === BLOCKS - 1
        ? windows.length
        : used[Math.round(((block + 1) * used.length) / BLOCKS)]!
    return {
      from,
      to,
      coefficients: fit(rows.filter((row) => row.window < from || row.window >= to)),
    }
  })
  const errors = blocks.flatMap(({ from, to, coefficients }) =>
    rows
      .filter(({ window }) => window >= from && window < to)
      .map((row) => Math.abs(applied(coefficients, row.terms) / row.measuredSeconds - 1)),
  )
  const coefficients = fit(rows)
  return {
    coefficients,
    standardErrors: jackknife(blocks.map((block) => block.coefficients)),
    n: rows.length,
    crossValidated: { medianApe: median(errors), meanApe: mean(errors) },
    blocks,
  }
}

/**
 * The fit with the coefficients found without the window's block, so that no window is predicted
 * from itself.
 */
export function fitWithout(
  fit: DelayAwareFit | { missing: string },
  window: number,
): DelayAwareFit | { missing: string } {
  if ('missing' in fit) return fit
  const block = fit.blocks.find(({ from, to }) => window >= from && window < to)
  return block ? { ...fit, coefficients: block.coefficients } : fit
}

/** Leaves out windows that are too short for their load to be near its steady state. */
function rowsOf({ load, weights, domains, seconds }: CalibrationWindow, window: number): Row[] {
  const terms = delayAwareTerms(load, weights)
  const scatter = relativeScatter(load, availableToGuests(load), seconds)
  if (!terms || scatter >= 1) return []
  const precision = 1 / (FORMULA_ERROR ** 2 + scatter ** 2)
  return domains.flatMap(({ name, measured }) => {
    const own = terms.get(name)
    if (!own || !measured || measured.count < MIN_REQUESTS) return []
    return [{ window, terms: own, measuredSeconds: measured.meanSeconds, precision }]
  })
}

/**
 * Response times scatter in proportion to their mean, so each row is divided by its mean. That is
 * the mean of the fit itself, found iteratively, because dividing by the measurement would favour
 * windows that happened to be quick (quasi-likelihood, Wedderburn 1974). A short window near
 * saturation is far from its steady state, so it gets less weight, according to how far such
 * windows scatter.
 */
function fit(rows: readonly Row[]): DelayAwareCoefficients {
  let scale = rows.map(({ measuredSeconds }) => measuredSeconds)
  let coefficients: DelayAwareCoefficients = { alpha: 1, beta: 0, gamma: 0 }
  for (let round = 0; round < ROUNDS; round++) {
    const factors = rows.map(({ precision }, r) => Math.sqrt(precision) / scale[r]!)
    const [alpha, beta, gamma] = nnls(
      rows.map(({ terms }, r) => [
        terms.serviceSeconds * factors[r]!,
        terms.loadedVmDelaySeconds * factors[r]!,
        terms.domain0DelaySeconds * factors[r]!,
      ]),
      rows.map(({ measuredSeconds }, r) => measuredSeconds * factors[r]!),
    )
    coefficients = { alpha: alpha!, beta: beta!, gamma: gamma! }
    // A row whose terms are all zero has no mean to divide by.
    scale = rows.map(
      ({ terms, measuredSeconds }) => applied(coefficients, terms) || measuredSeconds,
    )
  }
  return coefficients
}

export function applied(
  { alpha, beta, gamma }: DelayAwareCoefficients,
  terms: DelayAwareTerms,
): number {
  return (
    alpha * terms.serviceSeconds +
    beta * terms.loadedVmDelaySeconds +
    gamma * terms.domain0DelaySeconds
  )
}

function jackknife(found: readonly DelayAwareCoefficients[]): DelayAwareCoefficients {
  const errorOf = (key: keyof DelayAwareCoefficients): number => {
    const values = found.map((each) => each[key])
    const centre = mean(values)
    const squares = values.reduce((sum, value) => sum + (value - centre) ** 2, 0)
    return Math.sqrt((squares * (values.length - 1)) / values.length)
  }
  return { alpha: errorOf('alpha'), beta: errorOf('beta'), gamma: errorOf('gamma') }
}
