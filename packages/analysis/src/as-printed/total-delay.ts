import {
  minimiseLinearDelay,
  optimiseWeights,
  type WeightProblem,
  WeightProblemError,
} from '@steelyard/solver'
import { DOMAIN_0 } from '../recorded/recorded-host.ts'
import type { AnalysisSettings } from '../settings.ts'
import type { Survey } from '../survey-recording.ts'

/** The weights of least total delay by eq (7) of paper 0, as printed and as corrected. */
export interface TotalDelay {
  domains: {
    domain: string
    weight: number
    /** const_p of eq (7), seconds for the whole pCPU; see `minimiseLinearDelay`. */
    constantSeconds: number
    printedWeight: number
    correctedWeight: number
  }[]
  /** The sum of the response times by eq (1)-(3), seconds. */
  totalSeconds: { now: number; printed: number; corrected: number }
}

export interface TotalDelayAnswer {
  /** Null where no guest receives requests, and where the solver rejects the question. */
  totalDelay: TotalDelay | null
  /** Why the solver rejects the question, such as weights beyond what Xen takes. Null: it does not. */
  notPosed: string | null
}

type Loaded = Pick<Survey, 'load' | 'weights'>
type Division = Pick<AnalysisSettings, 'stepShare' | 'normalisation' | 'integerMapping'>

/** A question that cannot be posed leads to its reason instead of an exception. */
export async function totalDelay(
  survey: Loaded,
  settings: Division,
  signal?: AbortSignal,
): Promise<TotalDelayAnswer> {
  if (survey.load.domains.every(({ arrivalRatePerSecond }) => arrivalRatePerSecond === 0))
    return { totalDelay: null, notPosed: null }
  try {
    return { totalDelay: await leastTotalDelay(survey, settings, signal), notPosed: null }
  } catch (error) {
    if (error instanceof WeightProblemError) return { totalDelay: null, notPosed: error.message }
    throw error
  }
}

async function leastTotalDelay(
  survey: Loaded,
  settings: Division,
  signal?: AbortSignal,
): Promise<TotalDelay> {
  const { load, weights } = survey
  const problem = problemOf(survey, settings)
  const printed = minimiseLinearDelay(problem)
  // Without targets the optimum is always found and proven.
  const corrected = await optimiseWeights(problem, signal ? { signal } : {})
  return {
    domains: load.domains.map(({ name }) => ({
      domain: name,
      weight: weights[name]!,
      constantSeconds: printed.constants[name]!,
      printedWeight: printed.weights[name]!,
      correctedWeight: corrected.weights![name]!,
    })),
    totalSeconds: {
      now: printed.totalSeconds.now,
      printed: printed.totalSeconds.after,
      corrected: corrected.objective.after!,
    },
  }
}

/** The paper knows neither bounds nor domains that keep their weight, except for Domain-0. */
function problemOf(
  { load, weights }: Loaded,
  { stepShare, normalisation, integerMapping }: Division,
): WeightProblem {
  const names = [...load.domains.map(({ name }) => name), DOMAIN_0]
  return {
    load,
    currentWeights: Object.fromEntries(names.map((name) => [name, weights[name]!])),
    stepShare,
    normalisation,
    integerMapping,
    objective: 'total-delay',
    mode: 'free',
  }
}
