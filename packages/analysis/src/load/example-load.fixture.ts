import { DOMAIN0_NAME, type DomainLoad, type HostLoad } from '@steelyard/model'
import type { AnalysisLoad } from './analysis-load.ts'

/** An analysed host with two domains and round numbers; a test states only what it is about. */
export function exampleLoad(
  domains: readonly Partial<DomainLoad>[] = [{}, {}],
  changes: Partial<AnalysisLoad> = {},
): AnalysisLoad {
  const loads = domains.map((domain, index) => ({
    name: `vm${index + 1}`,
    arrivalRatePerSecond: 40,
    serviceTimeSeconds: 0.01,
    ...domain,
  }))
  const names = loads.map(({ name }) => name)
  const load: HostLoad = {
    domains: loads,
    domain0: { serviceTimeSeconds: 0, ioRequestsPerSecond: 80, delayPerIoSeconds: 0 },
    pCpus: 1,
    scheduler: 'credit',
  }
  return {
    load,
    levels: [{ load, seconds: 60 }],
    weights: Object.fromEntries([DOMAIN0_NAME, ...names].map((name) => [name, 256])),
    scheduling: {
      scheduler: 'credit',
      xenVersion: '4.17',
      tsliceMs: 30,
      ratelimitUs: 1000,
      vCpus: Object.fromEntries(names.map((name) => [name, 1])),
    },
    calibration: {
      domains: [],
      domain0: { requestCostSeconds: null, backgroundUtilisation: null, wakeDelaySeconds: null },
      delayAware: { missing: 'Too few windows.' },
    },
    options: {},
    range: { fromEpochSeconds: 0, toEpochSeconds: 60 },
    measured: names.map((domain) => ({
      domain,
      meanSeconds: 0.06,
      p95Seconds: 0.15,
      p99Seconds: 0.25,
      measuredBy: 'client',
    })),
    twin: { domain0: { cpuSecondsPerRequest: 0, background: { windows: [] } } },
    ...changes,
  }
}
