import type { HostLoad } from './load/host-load.ts'
import type { Weights } from './load/weights.ts'

/** A host of paper 0 without any work in Domain-0: 6.6, 6.6 and 1.7 ms per request, one pCPU. */
export function paperLoad(rates: readonly [number, number, number]): HostLoad {
  const serviceTimes = [0.0066, 0.0066, 0.0017]
  return {
    domains: rates.map((arrivalRatePerSecond, index) => ({
      name: `vm${index + 1}`,
      arrivalRatePerSecond,
      serviceTimeSeconds: serviceTimes[index]!,
    })),
    domain0: { serviceTimeSeconds: 0, ioRequestsPerSecond: 0, delayPerIoSeconds: 0 },
    pCpus: 1,
  }
}

/** Table 3, interval 5. */
export const table3Interval5 = paperLoad([45, 45, 170])
/** Table 1, interval 3. */
export const table1Interval3 = paperLoad([10, 10, 50])
export const equalWeights: Weights = { 'Domain-0': 256, vm1: 256, vm2: 256, vm3: 256 }
