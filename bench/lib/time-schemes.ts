import { ESTIMATORS, sandpiperWeights } from '@steelyard/model'
import { optimiseWeights, type WeightProblem } from '@steelyard/solver'
import { drawnHost } from './drawn-host.ts'

/**
 * The shortest times in milliseconds to estimate all VMs and to find new weights: what else the
 * machine does can only make them longer.
 */
export interface SchemeRow {
  vms: number
  /** Eq (1)-(3), and the exact optimum of eq (7). */
  proposedMs: number
  /** Its G/G/1 bound, and its rule. */
  sandpiperMs: number
}

const REPETITIONS = 15

/**
 * Figure 10 of the main paper: what both schemes need for the same hosts, in turns. Neither keeps
 * its targets, so that both always have an answer.
 */
export async function timeSchemes(vms: number): Promise<SchemeRow> {
  const problem = withMoments(drawnHost(vms, 1))
  const times = { proposed: [] as number[], sandpiper: [] as number[] }
  for (let time = 0; time < REPETITIONS; time++) {
    times.proposed.push(await millisecondsOf(() => propose(problem)))
    times.sandpiper.push(await millisecondsOf(() => sandpiperOf(problem)))
  }
  return {
    vms,
    proposedMs: Math.min(...times.proposed),
    sandpiperMs: Math.min(...times.sandpiper),
  }
}

/** As the servers' logs would have them for exponential requests and gaps. */
function withMoments(problem: WeightProblem): WeightProblem {
  const domains = problem.load.domains.map((domain) => ({
    ...domain,
    interArrivalVarianceSeconds2: domain.arrivalRatePerSecond ** -2,
    logServiceTimeSeconds: domain.serviceTimeSeconds,
    logServiceTimeVarianceSeconds2: domain.serviceTimeSeconds ** 2,
  }))
  return { ...problem, load: { ...problem.load, domains } }
}

function propose(problem: WeightProblem) {
  ESTIMATORS['delay-aware'].estimate(problem.load, problem.currentWeights)
  return optimiseWeights(problem)
}

function sandpiperOf({ load, currentWeights, targets = {} }: WeightProblem) {
  ESTIMATORS.sandpiper.estimate(load, currentWeights)
  return sandpiperWeights(
    load.domains.map((domain) => ({
      load: domain,
      busyArrivalRatePerSecond: domain.arrivalRatePerSecond,
      targetSeconds: targets[domain.name],
    })),
    currentWeights,
  )
}

async function millisecondsOf(work: () => unknown): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}
