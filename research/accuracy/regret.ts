import type { RegretCase, RegretSummary } from './accuracy-report.ts'
import type { PhaseAnswers, Predictor } from './predictor.ts'
import type { Phase, Run } from './recordings/read-run.ts'
import { counterpart, differInWeights, type LoadGroup } from './recordings/same-load.ts'

/** Predictions whose difference is within rounding count as equal. */
const SAME = 1e-9

/** Weights of a recording, with the times measured under them. */
interface Choice {
  run: Run
  phase: Phase
}

/**
 * Determines which of the measured weights each estimator would have chosen from the recording with
 * equal weights alone, and how much slower they are than the best. Objectives: the mean over all
 * requests, and each domain's own mean.
 */
export async function regret(
  { equal, others }: LoadGroup,
  predictors: readonly Predictor[],
): Promise<RegretCase[]> {
  const cases: RegretCase[] = []
  for (const [index, phase] of equal.phases.entries()) {
    const choices = others.flatMap((run) => {
      const other = counterpart(phase, equal, run)
      return other && differInWeights(phase, other) ? [{ run, phase: other }] : []
    })
    if (choices.length === 0) continue
    const all = [{ run: equal, phase }, ...choices]
    const predicted = new Map<string, PhaseAnswers[]>()
    for (const predictor of predictors) {
      const answers: PhaseAnswers[] = []
      for (const choice of all) {
        const weights = equal.phases.map(
          (each) => counterpart(each, equal, choice.run)?.weights ?? each.weights,
        )
        answers.push((await predictor.predict(equal, weights))[index]!)
      }
      predicted.set(predictor.id, answers)
    }
    cases.push(...casesOf(equal, phase, all, predicted))
  }
  return cases
}

function casesOf(
  equal: Run,
  phase: Phase,
  choices: readonly Choice[],
  predicted: ReadonlyMap<string, PhaseAnswers[]>,
): RegretCase[] {
  const domains = [...phase.truth.keys()]
  return ['requests', ...domains].flatMap((objective) => {
    const value = (seconds: (domain: string) => number | undefined) =>
      objective === 'requests' ? meanOverRequests(phase, seconds) : (seconds(objective) ?? null)
    const options = choices.map(({ run, phase: { weights, truth } }, index) => ({
      recording: run.name,
      weights,
      measured: value((d) => truth.get(d)?.mean),
      predicted: Object.fromEntries(
        [...predicted].flatMap(([id, answers]) => {
          if ([...answers[index]!.values()].some(({ isDiagnosis }) => isDiagnosis)) return []
          const seconds = value((domain) => answers[index]!.get(domain)?.mean)
          return seconds === null ? [] : [[id, seconds]]
        }),
      ),
    }))
    const known = options.flatMap(({ measured, ...rest }) =>
      measured === null ? [] : [{ ...rest, measured }],
    )
    if (known.length < 2) return []
    return judge({ from: equal.name, phase: phase.span.label, objective, options: known })
  })
}

/**
 * Mean weighted by the arrivals in the recording with equal weights. Null if a domain is unknown.
 */
function meanOverRequests(
  { load }: Phase,
  seconds: (domain: string) => number | undefined,
): number | null {
  let sum = 0
  let rate = 0
  for (const { name, arrivalRatePerSecond } of load.domains) {
    const own = seconds(name)
    if (own === undefined) return null
    sum += arrivalRatePerSecond * own
    rate += arrivalRatePerSecond
  }
  return rate === 0 ? null : sum / rate
}

/** The first option is the weights in force, so a tie keeps them. */
export function judge(asked: Omit<RegretCase, 'best' | 'choices'>): RegretCase {
  const { options } = asked
  const best = options.reduce((a, b) => (b.measured < a.measured ? b : a))
  const ids = Object.keys(options[0]!.predicted).filter((id) =>
    options.every(({ predicted }) => predicted[id] !== undefined),
  )
  const choices = ids.map((id) => {
    const chosen = options.reduce((a, b) =>
      b.predicted[id]! < a.predicted[id]! * (1 - SAME) ? b : a,
    )
    return [id, { recording: chosen.recording, regret: chosen.measured / best.measured - 1 }]
  })
  return { ...asked, best: best.recording, choices: Object.fromEntries(choices) }
}

export function scoreRegrets(id: string, cases: readonly RegretCase[]): RegretSummary {
  const regrets = cases.flatMap(({ choices }) => (choices[id] ? [choices[id].regret] : []))
  return {
    n: regrets.length,
    best: regrets.filter((each) => each === 0).length,
    meanRegret: regrets.length === 0 ? null : regrets.reduce((a, b) => a + b) / regrets.length,
    worstRegret: regrets.length === 0 ? null : Math.max(...regrets),
  }
}
