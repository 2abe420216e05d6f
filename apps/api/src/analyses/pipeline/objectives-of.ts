import type { Objective } from '@steelyard/contract'
import type { Weights } from '@steelyard/model'
import {
  meanOverRequests,
  type Times,
  type WeightProblem,
  type WeightSolution,
} from '@steelyard/solver'
import { type Choices, LEAST_GAIN } from './choose-weights.ts'
import { forecasters, type Predictors } from './predictors.ts'
import { toMs } from './response-time.ts'

export type { Objective }

interface Seen {
  predictors: Predictors
  measured: ReadonlyMap<string, number>
}

const shown = ['delay-aware', 'sdps', 'twin'] as const
const methods: Record<string, Objective['method']> = { enumeration: 'enumerated', search: 'search' }

/** What weights each objective would choose, and what every model expects of them. */
export async function objectivesOf(
  seen: Seen,
  problem: WeightProblem,
  choices: Choices,
): Promise<Objective[]> {
  const objectives: Objective[] = []
  for (const objective of shown) {
    const solution = choices.get(objective)
    if (!solution) continue
    const method = methods[solution.proof.engine] ?? 'proven'
    const weights = solution.weights ?? problem.currentWeights
    objectives.push({
      ...{ objective, method },
      statement: statementOf(objective, solution, problem),
      weights: problem.load.domains.map(({ name }) => ({ domain: name, weight: weights[name]! })),
      outlook: await outlookOf(seen, problem, weights),
    })
  }
  return objectives
}

function statementOf(
  objective: Objective['objective'],
  { status, proof, predicted }: WeightSolution,
  { mode }: WeightProblem,
): string {
  const aim =
    objective === 'delay-aware'
      ? 'the least total delay D_total, eq (7)'
      : 'the least mean response time over all requests'
  const first = mode === 'meet-targets-first' ? 'every target kept first, then ' : ''
  if (mode === 'raise-violator-only') return 'The least raise of the violators that keeps targets.'
  if (status === 'infeasible')
    return 'No weights on the grid keep every target: those in force stay.'
  if (status === 'optimal') {
    const how =
      proof.engine === 'enumeration'
        ? `every allocation of the grid was tried; of those within ${LEAST_GAIN * 100} % the nearest to the weights in force`
        : 'proven'
    return `For ${first}${aim}: ${how}.`
  }
  const missed = predicted.filter(({ meetsTarget }) => meetsTarget === false)
  const over =
    missed.length === 0 ? '' : ` ${missed.map(({ name }) => name).join(', ')} still over target.`
  return `For ${first}${aim}: the best of those that were tried, not proven.${over}`
}

async function outlookOf(
  { predictors, measured }: Seen,
  problem: WeightProblem,
  weights: Weights,
): Promise<Objective['outlook']> {
  const outlook: Objective['outlook'] = []
  for (const estimator of forecasters) {
    const predict = predictors[estimator]
    if (!predict) continue
    const [now, then] = [await predict(problem.currentWeights), await predict(weights)]
    const times = anchored(now, then, measured)
    outlook.push({
      estimator,
      domains: problem.load.domains.map(({ name }) => ({
        domain: name,
        responseTimeMs: toMs(times.get(name)),
        meetsTarget: meetsTarget(name, problem, now, then),
      })),
      meanMs: toMs(meanOverRequests(problem.load, times)),
    })
  }
  return outlook
}

/** What was measured, changed in the ratio of the model; where nothing was, the model itself. */
function anchored(now: Times, then: Times, measured: ReadonlyMap<string, number>): Times {
  return new Map(
    [...then].map(([name, seconds]) => {
      const [seen, before] = [measured.get(name), now.get(name)]
      return [name, seconds !== null && seen && before ? (seen * seconds) / before : seconds]
    }),
  )
}

/** The measured peak is what a target is held against, as in the verdict. */
function meetsTarget(
  name: string,
  { targets = {}, anchors }: WeightProblem,
  now: Times,
  then: Times,
): boolean | null {
  const target = targets[name]
  const seconds = then.get(name) ?? null
  if (target === undefined || seconds === null) return null
  const [peak, before] = [anchors?.[name], now.get(name)]
  return (peak && before ? (peak * seconds) / before : seconds) <= target
}
