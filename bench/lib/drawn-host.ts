import { DOMAIN0_NAME, delayAware, parkMiller } from '@steelyard/model'
import type { WeightProblem } from '@steelyard/solver'

/**
 * A host from a fixed pseudo-random sequence. Half of its domains have a target at 90 % of the
 * formula.
 */
export function drawnHost(domains: number, seed: number): WeightProblem {
  const draw = parkMiller((seed * 7919) % 2147483647, 16807)
  const names = Array.from({ length: domains }, (_, index) => `vm${index + 1}`)
  const load = {
    domains: names.map((name) => ({
      name,
      arrivalRatePerSecond: 5 + 195 * draw(),
      serviceTimeSeconds: 0.001 + 0.009 * draw(),
    })),
    domain0: { serviceTimeSeconds: 0.0003, ioRequestsPerSecond: 400, delayPerIoSeconds: 0.0004 },
    pCpus: 1,
  }
  const guests = Object.fromEntries(names.map((name) => [name, 256]))
  const currentWeights = { [DOMAIN0_NAME]: 256, ...guests }
  const now = delayAware.estimate(load, currentWeights).domains.slice(0, Math.ceil(domains / 2))
  return {
    load,
    currentWeights,
    stepShare: 0.05,
    normalisation: 'guests',
    objective: 'total-delay',
    mode: 'free',
    targets: Object.fromEntries(
      now.map(({ name, responseTimeSeconds }) => [name, 0.9 * responseTimeSeconds!]),
    ),
  }
}
