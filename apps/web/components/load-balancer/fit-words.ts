import type { ThroughputFit } from '@steelyard/contract'
import { formatChosen, formatPercent } from '../../lib/format.ts'

/** How many threads pay, in a sentence. */
export function kneeSentence({ kneeProcesses, kneeIsExtrapolated, peakProcesses }: ThroughputFit) {
  if (kneeProcesses === null) return 'By this curve every further thread pays.'
  const knee =
    kneeProcesses === 1
      ? 'A second thread adds less than a tenth of what one does alone.'
      : `Up to ${kneeProcesses} threads pay; the next one adds less than a tenth of what one does alone.`
  const peak =
    peakProcesses === null
      ? ''
      : ` Throughput is largest at ${formatChosen(Math.round(peakProcesses * 10) / 10)} threads and falls beyond.`
  const beyond = kneeIsExtrapolated ? ' That is more than was measured: an extrapolation.' : ''
  return `${knee}${peak}${beyond}`
}

/** How far the curve can be believed. */
export function trustSentence(fit: ThroughputFit): string {
  if (fit.degreesOfFreedom === 0) {
    return 'Three points determine the three coefficients: the curve goes through them whatever they are, and nothing is left to judge it by. Measure at a fourth number of threads.'
  }
  const told = `The curve tells ${formatPercent(fit.rSquared)} of the variance of the points.`
  if (fit.heldAtZero.length === 0) return told
  const held = fit.heldAtZero.join(' and ')
  return `${told} The points alone would have ${held} negative, which makes no sense; it is held at 0.`
}
