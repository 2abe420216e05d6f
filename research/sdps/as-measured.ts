import { DOMAIN0_NAME, type HostLoad, mean } from '@steelyard/model'
import type { Judgement } from '../../bench/index.ts'

/**
 * The load as a recording would show it. The CPU time per request follows the utilisation law, U /
 * lambda, so it includes the kernels' ticks. D_0 is the time that Domain-0 waits for the CPU per
 * I/O request.
 */
export function asMeasured(load: HostLoad, runs: readonly Judgement[], seconds: number): HostLoad {
  const over = (name: string, value: (domain: Judgement['domains'][number]) => number) =>
    mean(runs.flatMap(({ domains }) => domains.filter((domain) => domain.name === name).map(value)))
  const { domain0, domains } = load
  const { ioRequestsPerSecond } = domain0
  return {
    ...load,
    domains: domains.map((domain) => ({
      ...domain,
      serviceTimeSeconds:
        (over(domain.name, ({ cpuShare }) => cpuShare) * seconds) /
        over(domain.name, ({ requests }) => requests!.count),
    })),
    domain0:
      domain0.serviceTimeSeconds === 0
        ? domain0
        : {
            ...domain0,
            serviceTimeSeconds:
              over(DOMAIN0_NAME, ({ cpuShare }) => cpuShare) / ioRequestsPerSecond,
            delayPerIoSeconds: over(DOMAIN0_NAME, waitedPerSecond) / ioRequestsPerSecond,
          },
  }
}

function waitedPerSecond(domain: Judgement['domains'][number]): number {
  return (
    domain.wakesPerSecond * domain.wakeToRunMeanSeconds +
    domain.preemptionsPerSecond * domain.preemptedMeanSeconds
  )
}
