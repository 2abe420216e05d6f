import type { Check, Judging, Recommendation, WeightObjective } from '@steelyard/analysis'
import { formatRoughPercent } from '@steelyard/contract/format'
import { estimatorName, estimatorTitle } from '../estimator-name.ts'

/** Explains why to change or keep the weights, with the figures that decided it. */
export function adviceWords(recommendation: Recommendation): string {
  const { advice } = recommendation
  const words = reasonOf(recommendation)
  return advice.change ? words : `Leave them. ${words}`
}

function reasonOf({ advice, checks, objective }: Recommendation): string {
  const inWords = (some: readonly Check[]) =>
    some.map((each) => sentenceOf(each, objective)).join(' ')
  switch (advice.code) {
    case 'infeasible':
      return 'No allowed weights are predicted to meet every target.'
    case 'targets-met':
      return 'Every target is met, as measured: any domain’s gain would be another’s loss.'
    case 'already-best':
      return 'The weights in force are the best of those allowed, or within 2 % of the best.'
    case 'not-checked':
      return `Other weights cannot be checked: ${advice.silent.map(estimatorName).join(' and ')} has no answer for this recording.`
    case 'not-certain':
      return `Other weights are not certain to be better. ${inWords(checks.filter(({ passes }) => !passes))}`
    case 'better':
      return `${inWords(checks)}${aloneWords(advice.silent)}`
    case 'least-bad':
      return `No allowed weights are predicted to meet every target; these come closest. ${inWords(checks)}${aloneWords(advice.silent)}`
  }
}

/** Why one model was enough. */
function aloneWords(silent: readonly Judging[]): string {
  if (silent.length === 0) return ''
  return ` ${silent.map(estimatorTitle).join(' and ')} has no say here, so the gain had to be twice as sure.`
}

/** Less would be shown as a gain of 0 %, give or take 0 %. */
const LEAST_SHOWN = 1e-3

/** What a gain is measured in. */
const objectiveWords: Record<WeightObjective, string> = {
  'meet-targets': 'the worst ratio of a time to its target',
  'raise-violators': 'the worst ratio of a time to its target',
  'mean-slowdown': 'mean slowdown',
  'mean-over-requests': 'the mean over all requests',
  'total-delay': 'total delay',
}

function sentenceOf({ model, gain, uncertainty }: Check, objective: WeightObjective): string {
  if (Math.max(Math.abs(gain), uncertainty) < LEAST_SHOWN)
    return `${estimatorTitle(model)} does not see a difference between these weights.`
  const change = gain >= 0 ? 'a gain' : 'a loss'
  const figure = `${change} of ${formatRoughPercent(Math.abs(gain))} in ${objectiveWords[objective]}, give or take ${formatRoughPercent(uncertainty)}`
  return `${estimatorTitle(model)} expects ${figure}.`
}
