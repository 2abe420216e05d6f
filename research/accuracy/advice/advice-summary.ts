import { DOMAIN0_NAME } from '@steelyard/model'
import { aimsOf } from './advice-aims.ts'
import {
  type AdviceCase,
  type AdviceReport,
  type AdviceSummaries,
  type AdviceSummary,
  ChoiceId,
  JudgeId,
  type Stability,
} from './advice-report.ts'
import { stepsOf } from './allocations.ts'

/** A smaller loss does not count as harm: the models are not known to be more exact than this. */
export const HARMLESS = 0.02

/** Stability is that of the phases without targets; alike domains are looked for in all cases. */
export function summariseAdvice(
  cases: readonly AdviceCase[],
): Omit<AdviceReport, 'cases' | 'notes'> {
  const ofPhases = cases.filter(({ phase }) => phase !== 'all')
  const phases = ofPhases.filter(({ targets }) => isEmpty(targets))
  const found = {
    summary: summariesOf(phases),
    ofTargets: summariesOf(ofPhases.filter(({ targets }) => !isEmpty(targets))),
    changed: phases.filter(isChange).length,
    stability: stabilityOf(phases),
    unequal: cases.filter(isUnequal).map(({ recording, phase }) => `${recording}, ${phase}`),
  }
  return { ...found, aims: aimsOf(found) }
}

function summariesOf(cases: readonly AdviceCase[]): AdviceSummaries {
  const summaries: AdviceSummaries = {}
  for (const judge of JudgeId.options) {
    if (!cases.some(({ judges }) => judges[judge])) continue
    summaries[judge] = Object.fromEntries(
      ChoiceId.options.map((choice) => [choice, scoreAdvice(cases, judge, choice)]),
    ) as NonNullable<AdviceSummaries['twin']>
  }
  return summaries
}

function scoreAdvice(
  cases: readonly AdviceCase[],
  judge: JudgeId,
  choice: ChoiceId,
): AdviceSummary {
  const outcomes = cases.flatMap(({ judges }) => judges[judge]?.outcomes[choice] ?? [])
  const regrets = outcomes.map(({ regret }) => regret)
  const losses = outcomes.map(({ gain }) => -gain)
  return {
    n: outcomes.length,
    meanRegret: regrets.reduce((sum, each) => sum + each, 0) / Math.max(1, regrets.length),
    worstRegret: Math.max(0, ...regrets),
    harmed: losses.filter((loss) => loss > HARMLESS).length,
    worstLoss: Math.max(0, ...losses),
  }
}

export function stabilityOf(cases: readonly AdviceCase[]): Stability[] {
  const loads = [...new Set(cases.map(({ load }) => load))]
  return loads
    .map((load) => ({ load, group: cases.filter((each) => each.load === load) }))
    .filter(({ group }) => group.length > 1)
    .map(({ load, group }) => {
      const shares = group.map(({ choices }) => {
        const { weights } = choices.recommended
        return stepsOf(weights, guestsIn(weights))
      })
      return { load, phases: group.length, spreadSteps: spreadOf(shares), shares }
    })
}

function spreadOf(shares: readonly Record<string, number>[]): number {
  const names = Object.keys(shares[0]!)
  return Math.max(
    ...names.map((name) => {
      const own = shares.map((each) => Math.round(each[name]!))
      return Math.max(...own) - Math.min(...own)
    }),
  )
}

export function isChange({ choices: { recommended, nothing } }: AdviceCase): boolean {
  return guestsIn(nothing.weights).some(
    (name) => recommended.weights[name] !== nothing.weights[name],
  )
}

/**
 * Weights that differ by one are rounded shares. Unchanged weights are not the product's choice.
 */
function isUnequal(each: AdviceCase): boolean {
  const { alike, choices } = each
  const { recommended } = choices
  if (!isChange(each)) return false
  return alike.some((group) => {
    const weights = group.map((name) => recommended.weights[name]!)
    return Math.max(...weights) - Math.min(...weights) > 1
  })
}

function guestsIn(weights: Record<string, number>): string[] {
  return Object.keys(weights).filter((name) => name !== DOMAIN0_NAME)
}

function isEmpty(record: object): boolean {
  return Object.keys(record).length === 0
}
