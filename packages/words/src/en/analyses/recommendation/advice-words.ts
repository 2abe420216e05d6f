import { type JudgeOfAdvice, LEAST_GAIN } from '@steelyard/analysis'
import { formatCounted, formatRoughPercent } from '@steelyard/contract/format'
import type { AdviceFigures } from '../../../saying.ts'
import { estimatorName, estimatorTitle } from '../../estimator-name.ts'
import { objectiveWords } from './objective-words.ts'
import { isSmallestChange } from './smallest-words.ts'
import { foundWeights } from './weights-words.ts'

/** Explains why to change or keep the weights, with the figures that decided it. */
export function adviceWords(recommendation: AdviceFigures): string {
  const { advice } = recommendation
  const words = reasonOf(recommendation)
  return advice.change ? words : `Leave the weights alone. ${words}`
}

function reasonOf(recommendation: AdviceFigures): string {
  const { advice, checks, objective } = recommendation
  const expected = checks.map((each) => sentenceOf(each, objective)).join(' ')
  switch (advice.code) {
    case 'infeasible':
      return 'No allowed weights are predicted to meet every target.'
    case 'targets-met':
      return 'Every target is met, as measured, and no other weights are surely better by much.'
    case 'already-best':
      return noneBetter(recommendation)
    case 'not-checked':
      return `Other weights were found (${foundWeights(recommendation)}) but cannot be checked: ${advice.silent.map(estimatorName).join(' and ')} has no answer for this recording.`
    case 'not-certain':
      return `Other weights were found (${foundWeights(recommendation)}) but are not certain to be better. ${expected}`
    case 'better':
      return `${expected}${aloneWords(advice.silent)}`
    case 'better-still':
      return `Every target is met, as measured, so nothing has to change; requests would be faster still. ${expected}`
    case 'least-bad':
      return `No allowed weights are predicted to meet every target; these come closest. ${expected}${aloneWords(advice.silent)}`
  }
}

/** Why one model was enough. */
function aloneWords(silent: readonly JudgeOfAdvice[]): string {
  if (silent.length === 0) return ''
  return ` ${silent.map(estimatorTitle).join(' and ')} has no say here, so the gain had to be twice as sure.`
}

/** States how far it is known that no weights are better than those in force. */
export function noneBetter({ problem, solution, by, tried }: AdviceFigures): string {
  const name = estimatorName(by)
  const [guest, ...others] = problem.load.domains
  if (guest && others.length === 0) {
    return `${guest.name} is the only guest with requests, so its weight changes nothing.`
  }
  if (problem.mode === 'raise-violator-only') {
    return `As ${name} predicts, no guest that may be raised misses its target.`
  }
  if (isSmallestChange(problem, solution)) {
    return `As ${name} predicts, the weights in force keep every target.`
  }
  const margin = `by more than ${LEAST_GAIN * 100} %`
  if (solution.status === 'not-proven') {
    const among = tried === null ? 'those' : `the ${formatCounted(tried, 'allocation')}`
    return `None better was found among ${among} tried with ${name}, which are not all.`
  }
  return solution.proof.engine === 'enumeration' && tried !== null
    ? `All ${formatCounted(tried, 'allocation')} of the grid were tried with ${name}, and none is better ${margin}.`
    : `It is proven that no weights on the grid are better ${margin}, as ${name} predicts.`
}

/** What an operator may hope for from weights that are not recommended. */
export function unsureOf(recommendation: AdviceFigures): string {
  const { checks, objective } = recommendation
  const [most] = [...checks].sort((a, b) => b.gain - a.gain)
  const others = `other weights (${foundWeights(recommendation)})`
  if (!most) return `There are ${others}, but they cannot be checked.`
  const gain = `a gain of ${formatRoughPercent(most.gain)} in ${objectiveWords[objective]}`
  return most.gain > LEAST_GAIN
    ? `With ${others} ${estimatorName(most.model)} expects ${gain}, but the models are not sure of it.`
    : `No model expects a gain that is worth a change from ${others}.`
}

/** Less would be shown as a gain of 0 %, give or take 0 %. */
const LEAST_SHOWN = 1e-3

function sentenceOf(
  { model, gain, uncertainty }: AdviceFigures['checks'][number],
  objective: AdviceFigures['objective'],
): string {
  if (Math.max(Math.abs(gain), uncertainty) < LEAST_SHOWN)
    return `${estimatorTitle(model)} does not see a difference between these weights.`
  const change = gain >= 0 ? 'a gain' : 'a loss'
  const figure = `${change} of ${formatRoughPercent(Math.abs(gain))} in ${objectiveWords[objective]}, give or take ${formatRoughPercent(uncertainty)}`
  return `${estimatorTitle(model)} expects ${figure}.`
}
