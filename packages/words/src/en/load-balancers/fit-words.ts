import { formatChosen, formatList, formatPercent } from '@steelyard/contract/format'
import type { UslFit } from '@steelyard/model'

const more =
  'Each further thread adds less than a tenth of what one does alone, or added nothing when measured'

/** Says how many threads are worth running. */
export function kneeSentence({ kneeProcesses, kneeIsExtrapolated, peakProcesses }: UslFit): string {
  if (kneeProcesses === null) return 'By this curve every further thread pays off.'
  const knee =
    kneeProcesses === 1
      ? `One thread is enough. ${more}.`
      : `Up to ${kneeProcesses} threads pay off. ${more}.`
  const peak =
    peakProcesses === null
      ? ''
      : ` By the curve, throughput peaks at ${formatChosen(Math.round(peakProcesses * 10) / 10)} threads.`
  const beyond = kneeIsExtrapolated ? ' That is beyond the measurements: an extrapolation.' : ''
  return `${knee}${peak}${beyond}`
}

/** Differences below this fraction of one thread's throughput are rounding errors. */
const ABOUT_NOTHING = 1e-4

/** Says how far the curve can be trusted. */
export function trustSentence(fit: UslFit): string {
  const trust =
    fit.degreesOfFreedom === 0
      ? `Three points determine the three coefficients: the curve ${goesThrough(fit) ? 'goes through them' : 'would go through them but for a bound'}, and nothing is left to judge it by. Measure with a fourth number of threads.`
      : `The curve explains ${formatPercent(fit.rSquared)} of the variance of the points.`
  if (fit.held.length === 0) return trust
  const held = fit.held.map((key) => `${key} at ${fit[key]}`)
  return `${trust} Held at a bound: ${formatList(held)}; the points alone could put it beyond, which would make no sense.`
}

function goesThrough({ residualsPerSecond, perProcessPerSecond }: UslFit): boolean {
  return residualsPerSecond.every(
    (residual) => Math.abs(residual) < ABOUT_NOTHING * perProcessPerSecond,
  )
}
