import { type HostLoad, upperMedian } from '@steelyard/model'
import {
  allocationsToTry,
  type Objective,
  optimiseByEnumeration,
  searchWeights,
  type WeightProblem,
  type WeightSolution,
} from '@steelyard/solver'
import { sdpsBoundTimes, sdpsTimes } from '@steelyard/solver/testing'

/** One objective and one number of domains; times and gaps are medians over the hosts. */
export interface SdpsRow {
  domains: number
  /** The step that was used. With many domains it is coarser than the requested one. */
  stepShare: number
  objective: Objective
  searchMs: number
  /** Number of hosts whose optimum is proven to within the least gain. */
  proven: number
  hosts: number
  /** How far above the optimum the result can be. Null where there is no bound. */
  gap: number | null
  /** Time to try all allocations. Null where there are too many. */
  enumerationMs: number | null
}

const LEAST_GAIN = 0.02
const UTILISATION = 0.8

/** The drawn host under a load at which weights matter, with one objective for SDPS. */
function problemFor(drawn: WeightProblem, objective: Objective): WeightProblem {
  const { domains } = drawn.load
  const busy = domains.reduce((sum, d) => sum + d.arrivalRatePerSecond * d.serviceTimeSeconds, 0)
  const load: HostLoad = {
    ...drawn.load,
    domain0: { serviceTimeSeconds: 0, ioRequestsPerSecond: 0, delayPerIoSeconds: 0 },
    domains: domains.map((domain) => ({
      ...domain,
      arrivalRatePerSecond: (domain.arrivalRatePerSecond * UTILISATION) / busy,
      vCpus: 1,
    })),
  }
  const now = sdpsTimes(load)(drawn.currentWeights)
  const targeted = domains.slice(0, Math.ceil(domains.length / 2))
  return {
    ...drawn,
    load,
    objective,
    mode: 'free',
    aloneSeconds: Object.fromEntries(
      domains.map(({ name, serviceTimeSeconds }) => [name, serviceTimeSeconds]),
    ),
    targets: Object.fromEntries(targeted.map(({ name }) => [name, 0.8 * now.get(name)!])),
  }
}

/**
 * Times search and bounds by SDPS, for credit and credit2 alternately.
 * @throws Error when trying all allocations contradicts the result
 */
export async function timeSdps(drawn: WeightProblem[], objective: Objective): Promise<SdpsRow> {
  const searched: { ms: number; found: WeightSolution; triedMs: number | null }[] = []
  for (const [index, host] of drawn.entries()) {
    const scheduler = index % 2 === 0 ? ('credit' as const) : ('credit2' as const)
    const problem = problemFor({ ...host, load: { ...host.load, scheduler } }, objective)
    const predict = sdpsTimes(problem.load)
    const boundTimes = sdpsBoundTimes(problem.load)
    const began = performance.now()
    const found = await searchWeights(problem, predict, {
      leastGain: LEAST_GAIN,
      maxEvaluations: 2000,
      boundTimes,
    })
    const ended = performance.now()
    const triedMs = allocationsToTry(problem) === null ? null : await checkByTrying(problem, found)
    searched.push({ ms: ended - began, found, triedMs })
  }
  const gaps = searched.flatMap(({ found }) => found.proof.gap ?? [])
  const tried = searched.flatMap(({ triedMs }) => triedMs ?? [])
  return {
    domains: drawn[0]!.load.domains.length,
    objective,
    hosts: drawn.length,
    stepShare: searched[0]!.found.stepShare,
    searchMs: upperMedian(searched.map(({ ms }) => ms))!,
    proven: searched.filter(({ found }) => found.status === 'optimal').length,
    gap: upperMedian(gaps),
    enumerationMs: upperMedian(tried),
  }
}

/** @returns the time in milliseconds that trying all allocations takes */
async function checkByTrying(problem: WeightProblem, found: WeightSolution): Promise<number> {
  const began = performance.now()
  const { proof } = await optimiseByEnumeration(problem, sdpsTimes(problem.load))
  const ms = performance.now() - began
  const { bound, gridValue } = found.proof
  const optimum = proof.gridValue!
  const isBelied =
    (bound !== null && bound > optimum * (1 + 1e-9)) ||
    (found.status === 'optimal' && optimum < gridValue! * (1 - LEAST_GAIN) * (1 - 1e-9))
  if (!isBelied) return ms
  throw new Error(
    `${problem.load.domains.length} domains, ${problem.objective}: the optimum is ${optimum}, found were ${gridValue} and the bound ${bound}.`,
  )
}
