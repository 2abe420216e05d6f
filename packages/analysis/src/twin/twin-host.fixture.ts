import type { HostLoad } from '@steelyard/model'
import type { AnalysisLoad } from '../load/analysis-load.ts'
import type { DomainArrivals } from './arrivals.ts'
import type { PlayableHost } from './twin-of-load.ts'

/** Two guests on one pCPU, for 20 s. */
export function twinHost(): AnalysisLoad & PlayableHost {
  const load: HostLoad = {
    domains: [
      {
        name: 'vm1',
        arrivalRatePerSecond: 40,
        serviceTimeSeconds: 0.008,
        backgroundUtilisation: 0.04,
        serviceTimeScv: 0.5,
        capPercent: 0,
        arrivalScv: 1,
      },
      { name: 'vm2', arrivalRatePerSecond: 20, serviceTimeSeconds: 0.012, capPercent: 50 },
    ],
    domain0: { serviceTimeSeconds: 0.0005, ioRequestsPerSecond: 60, delayPerIoSeconds: 0 },
    pCpus: 1,
    scheduler: 'credit',
  }
  return {
    load,
    levels: [{ load, seconds: 20 }],
    weights: { 'Domain-0': 256, vm1: 256, vm2: 512 },
    scheduling: {
      scheduler: 'credit',
      xenVersion: '4.18.1',
      tsliceMs: 10,
      ratelimitUs: 500,
      vCpus: { 'Domain-0': 1, vm1: 1, vm2: 1 },
    },
    calibration: {
      domains: [],
      domain0: {
        requestCostSeconds: null,
        backgroundUtilisation: null,
        wakeDelaySeconds: null,
      },
      delayAware: { missing: 'not asked for here' },
    },
    options: {},
    range: { fromEpochSeconds: 1000, toEpochSeconds: 1020 },
    measured: [
      {
        domain: 'vm1',
        meanSeconds: 0.02,
        p95Seconds: 0.05,
        p99Seconds: 0.07,
        measuredBy: 'client',
      },
    ],
    twin: { domain0: { cpuSecondsPerRequest: 0.0004, background: { windows: [] } } },
  }
}

/** Arrivals at the given rates, almost evenly spaced. */
export function twinArrivals(): DomainArrivals[] {
  const spaced = (rate: number) =>
    Float64Array.from({ length: 20 * rate }, (_, index) => (index + (index % 3) / 4) / rate)
  return [
    { domain: 'vm1', offsetsSeconds: spaced(40) },
    { domain: 'vm2', offsetsSeconds: spaced(20) },
  ].map((each) => ({ ...each, startEpochSeconds: 1000, resolution: 'microsecond' }))
}
