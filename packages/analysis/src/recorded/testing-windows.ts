import type { CpuStats, DurationStats, Observation, RequestStats } from '@steelyard/traces'

/** Builders for tests, which state only what a test is about. */
export function durationOf(values: Partial<DurationStats> = {}): DurationStats {
  const meanSeconds = values.meanSeconds ?? 0.01
  return {
    count: 100,
    meanSeconds,
    varianceSeconds2: 0,
    minSeconds: meanSeconds,
    maxSeconds: meanSeconds,
    p50Seconds: meanSeconds,
    p90Seconds: meanSeconds,
    p95Seconds: meanSeconds,
    p99Seconds: meanSeconds,
    ...values,
  }
}

export function requestsOf(values: Partial<RequestStats> = {}): RequestStats {
  const { arrivals = 100, errors = 0 } = values
  return {
    arrivals,
    arrivalsByPart: [arrivals],
    errors,
    completions: { count: arrivals, errors },
    coveredSeconds: 10,
    interArrival: null,
    duration: durationOf(),
    meanBytes: null,
    ...values,
  }
}

export function cpuOf(values: Partial<CpuStats> = {}): CpuStats {
  const { usedSeconds = 1 } = values
  return {
    source: 'xenmon',
    usedSeconds,
    usedByPart: [usedSeconds],
    runnableWaitSeconds: 0.5,
    blockedSeconds: 8,
    dispatches: 100,
    ioCount: null,
    coveredSeconds: 10,
    ...values,
  }
}

export function observationOf(
  domain: string,
  windowStartEpochSeconds: number,
  values: Partial<Observation> = {},
): Observation {
  return {
    domain,
    windowStartEpochSeconds,
    windowSeconds: 10,
    requests: null,
    clientRequests: null,
    cpu: null,
    ...values,
  }
}
