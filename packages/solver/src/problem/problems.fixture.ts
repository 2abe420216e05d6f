import { DOMAIN0_NAME, type DomainLoad, type HostLoad, type Weights } from '@steelyard/model'
import type { WeightProblem } from './weight-problem.ts'

/** Table 3, interval 5 of paper 0, without any work in Domain-0. */
export const paperProblem: WeightProblem = {
  load: {
    domains: [
      { name: 'vm1', arrivalRatePerSecond: 45, serviceTimeSeconds: 0.0066 },
      { name: 'vm2', arrivalRatePerSecond: 45, serviceTimeSeconds: 0.0066 },
      { name: 'vm3', arrivalRatePerSecond: 170, serviceTimeSeconds: 0.0017 },
    ],
    domain0: { serviceTimeSeconds: 0, ioRequestsPerSecond: 0, delayPerIoSeconds: 0 },
    pCpus: 1,
  },
  currentWeights: { [DOMAIN0_NAME]: 256, vm1: 256, vm2: 256, vm3: 256 },
  stepShare: 0.05,
  normalisation: 'guests',
  objective: 'total-delay',
  mode: 'free',
}

/** A host of n domains from a fixed linear congruential sequence. */
export function drawnLoad(n: number, seed: number): HostLoad {
  let state = seed
  const draw = () => {
    state = (state * 16807) % 2147483647
    return state / 2147483647
  }
  const domains: DomainLoad[] = Array.from({ length: n }, (_, index) => ({
    name: `vm${index + 1}`,
    arrivalRatePerSecond: 5 + 195 * draw(),
    serviceTimeSeconds: 0.001 + 0.009 * draw(),
  }))
  return {
    domains,
    domain0: { serviceTimeSeconds: 0.0003, ioRequestsPerSecond: 400, delayPerIoSeconds: 0.0004 },
    pCpus: 1,
  }
}

export function equalWeights(load: HostLoad): Weights {
  const guests = load.domains.map(({ name }) => [name, 256] as const)
  return Object.fromEntries([[DOMAIN0_NAME, 256], ...guests])
}
