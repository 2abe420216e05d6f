import {
  type AnalysisResult,
  type AnalysisSettings,
  type DomainTarget,
  measuredResponseTime,
  type PlannedPhase,
  type Recommendation,
  windowsWithin,
} from '@steelyard/analysis'
import type { Weights } from '@steelyard/model'
import { analyseRun } from '../analyse-run.ts'
import type { Run } from '../recordings/read-run.ts'

/** A choice of weights and its reason. */
interface Advised {
  weights: Weights
  reason: string
}

export interface Advice {
  objective: string
  /**
   * The product's recommendation, which may be to keep the weights, and the choices of single
   * models.
   */
  choices: { recommended: Advised; sdps: Advised; twin: Advised }
}

export interface Question {
  range: Pick<PlannedPhase, 'fromEpochSeconds' | 'toEpochSeconds'>
  /** Targets for response times by domain, as fractions of the measured times. */
  targets?: Record<string, number>
  /** The statistic of the targets. Default the mean. */
  statistic?: TargetStatistic
}

export type TargetStatistic = 'mean' | 'p95'

/** Why nothing was recommended. */
export const TOO_LITTLE_EVIDENCE = 'not enough evidence'

/**
 * Gets the product's recommendation from the same function as an analysis, with default options.
 * The function does not see the clients' times. Where it recommends nothing, the operator leaves
 * the weights, so that is judged as its advice.
 */
export async function advise(run: Run, question: Question): Promise<Advice> {
  const result = await analyse(run, question)
  const { recommendation } = result
  if (!recommendation) return leaving(run, question)
  const { objective, domains } = recommendation
  const weights = domains.map(({ domain, weightAfter }) => [domain, weightAfter] as const)
  const alone = async (estimator: 'sdps' | 'twin'): Promise<Advised> => {
    const chosen =
      choiceIn(result, objective, estimator) ??
      choiceIn(await analyse(run, question, { estimator }), objective, estimator)
    if (!chosen) return { weights: inForce(run, question), reason: 'It has no answer here.' }
    const own = chosen.weights.map(({ domain, weight }) => [domain, weight] as const)
    return { weights: weightsOf(run, question, own), reason: chosen.solution.status }
  }
  return {
    objective,
    choices: {
      recommended: {
        weights: weightsOf(run, question, weights),
        reason: reasonOf(recommendation),
      },
      sdps: await alone('sdps'),
      twin: await alone('twin'),
    },
  }
}

function leaving(run: Run, question: Question): Advice {
  const left = { weights: inForce(run, question), reason: TOO_LITTLE_EVIDENCE }
  return {
    objective: question.targets ? 'meet-targets' : 'mean-slowdown',
    choices: { recommended: left, sdps: left, twin: left },
  }
}

/** The code of the advice, with the change that SDPS and the twin predict. */
function reasonOf({ advice, checks }: Recommendation): string {
  const percent = (fraction: number) => `${(fraction * 100).toFixed(1)} %`
  const expected = checks.map(
    ({ model, gain, uncertainty }) =>
      `${model} expects a gain of ${percent(gain)} ± ${percent(uncertainty)}`,
  )
  return [advice.code, ...expected].join(', ')
}

/** The choice of a single model, before the check whether it is worth a change. */
function choiceIn({ objectives }: AnalysisResult, wanted: string, estimator: 'sdps' | 'twin') {
  return objectives?.find(
    ({ objective, chosenBy }) => objective === wanted && chosenBy === estimator,
  )
}

async function analyse(
  run: Run,
  question: Question,
  more: Partial<AnalysisSettings> = {},
): Promise<AnalysisResult> {
  const targets = targetsOf(run, question)
  const targetStatistic = question.statistic ?? 'mean'
  const asked = {
    range: question.range,
    ...(targets.length > 0 ? { targetStatistic } : {}),
    ...more,
  }
  return (await analyseRun(run, asked, targets)).result
}

/** Multiplies each fraction by the response time measured in the range. */
function targetsOf(
  { windows, guests }: Run,
  { range, targets = {}, statistic = 'mean' }: Question,
): DomainTarget[] {
  const seen = windowsWithin(windows, range.fromEpochSeconds, range.toEpochSeconds)
  return Object.entries(targets).flatMap(([domain, fraction]) => {
    const measuredBy = guests.find(({ name }) => name === domain)?.measuredBy ?? null
    const measured = measuredResponseTime(seen, domain, measuredBy)
    const seconds = statistic === 'mean' ? measured?.meanSeconds : measured?.p95Seconds
    if (!seconds) return []
    return [{ domain, responseTimeSeconds: fraction * seconds, throughputPerSecond: null }]
  })
}

/** Adds the weights in force of Domain-0 and of guests that are left out. */
function weightsOf(
  run: Run,
  question: Question,
  advised: readonly (readonly [string, number])[],
): Weights {
  return { ...inForce(run, question), ...Object.fromEntries(advised) }
}

/** The weights in force at the end of the range. */
export function inForce({ phases }: Run, { range }: Question): Weights {
  return phases.findLast(({ span }) => span.fromEpochSeconds < range.toEpochSeconds)!.weights
}
