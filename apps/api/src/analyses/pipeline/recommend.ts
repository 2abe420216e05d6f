import type { AnalysisOptions, Reason, Recommendation, SlaTarget } from '@steelyard/contract'
import type { DomainPeak, FeasibilityFinding, HostLoad, Normalisation } from '@steelyard/model'
import {
  optimiseWeights,
  type WeightProblem,
  WeightProblemError,
  type WeightSolution,
} from '@steelyard/solver'
import type { Estimates } from './estimate-load.ts'
import { recommendationOf } from './recommendation-of.ts'

export interface RecommendInput {
  load: HostLoad
  /** In force at the end of the recording, Domain-0 included. */
  weights: Record<string, number>
  estimates: Estimates
  peaks: readonly DomainPeak[]
  targets: readonly SlaTarget[]
  options: AnalysisOptions
}

export interface Recommended {
  recommendation: Recommendation | null
  /** For the verdict; null where there is no target of the response time to judge by. */
  finding: FeasibilityFinding | null
  /** Why there is no recommendation, or what it leaves out. */
  notes: Reason[]
}

export function normalisationOf(options: AnalysisOptions): Normalisation {
  return options.normalisation === 'guests' ? 'guests' : 'with-domain0'
}

/** Optimal weights for the load of the decision range. What cannot be posed is told, not thrown. */
export async function recommend(input: RecommendInput, signal?: AbortSignal): Promise<Recommended> {
  const busy = input.load.domains.filter((domain) => domain.arrivalRatePerSecond > 0)
  if (busy.length === 0) return without('No domain has both requests and a known service time.')
  const problem = problemOf(input)
  try {
    const solution = await optimiseWeights(problem, {
      timeLimitSeconds: input.options.timeLimitSeconds,
      ...(signal ? { signal } : {}),
    })
    const recommendation = recommendationOf(input, problem, solution)
    return { recommendation, finding: findingOf(problem, solution), notes: leftOut(input) }
  } catch (error) {
    if (error instanceof WeightProblemError) return without(error.message)
    throw error
  }
}

function without(text: string): Recommended {
  return {
    recommendation: null,
    finding: null,
    notes: [
      {
        code: 'no-recommendation',
        text: `No weights are recommended. ${text}`,
        severity: 'warning',
      },
    ],
  }
}

function problemOf({ load, weights, peaks, targets, options }: RecommendInput): WeightProblem {
  const names = load.domains.map((domain) => domain.name)
  const promised = targets.flatMap(({ domain, responseTimeMs }) =>
    responseTimeMs !== null && names.includes(domain) ? [[domain, responseTimeMs / 1000]] : [],
  )
  const anchors = peaks.flatMap(({ name, peakResponseTimeSeconds: peak }) =>
    peak !== null && names.includes(name) ? [[name, peak]] : [],
  )
  return {
    load,
    currentWeights: Object.fromEntries(
      [...names, 'Domain-0'].map((name) => [name, weights[name]!]),
    ),
    stepShare: options.stepShare,
    normalisation: normalisationOf(options),
    // Without a promise there is no constraint and no violator: what is left is the total delay.
    mode: promised.length === 0 ? 'minimise-total-delay' : options.mode,
    bounds: boundsOf(options, names),
    excluded: options.excluded.filter((name) => names.includes(name)),
    targets: Object.fromEntries(promised),
    ...(options.anchored ? { anchors: Object.fromEntries(anchors) } : {}),
    integerMapping: options.integerMapping,
  }
}

function boundsOf(options: AnalysisOptions, names: readonly string[]): WeightProblem['bounds'] {
  return Object.fromEntries(
    options.bounds
      .filter(({ domain }) => names.includes(domain))
      .map(({ domain, minShare, maxShare }) => [
        domain,
        {
          ...(minShare === null ? {} : { minShare }),
          ...(maxShare === null ? {} : { maxShare }),
        },
      ]),
  )
}

function findingOf(problem: WeightProblem, solution: WeightSolution): FeasibilityFinding | null {
  const { targets = {}, bounds = {}, excluded = [], currentWeights } = problem
  if (Object.keys(targets).length === 0) return null
  const { status, conflicts, predicted, weights } = solution
  return {
    status,
    conflicts,
    missed: weights ? predicted.filter((p) => p.meetsTarget === false).map((p) => p.name) : [],
    unchanged:
      weights !== null &&
      Object.entries(weights).every(([name, weight]) => currentWeights[name] === weight),
    restricted: Object.keys(bounds).length > 0 || excluded.length > 0,
    anchored: problem.anchors !== undefined,
  }
}

function leftOut({ targets, options, load }: RecommendInput): Reason[] {
  const names = new Set(load.domains.map((domain) => domain.name))
  const mentioned = [...options.bounds.map((bound) => bound.domain), ...options.excluded]
  const unknown = [...new Set(mentioned)].filter((name) => !names.has(name))
  const notes: Reason[] = unknown.map((name) => ({
    code: 'unknown-domain',
    text: `${name} is named in the options but has no load in this recording.`,
    severity: 'warning',
  }))
  const throughput = targets.filter((target) => target.throughputPerSecond !== null)
  if (throughput.length > 0) {
    notes.push({
      code: 'throughput-not-optimised',
      text: `Throughput targets (${throughput.map((t) => t.domain).join(', ')}) count in the verdict; the weights are chosen by response time alone. Requests count when they end, so a backlog shows; one that never ended is in no log.`,
      severity: 'info',
    })
  }
  return notes
}
