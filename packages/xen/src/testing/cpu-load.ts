import type { DoubleDomain, DoubleHost } from './double-state.ts'

/**
 * Lets the domains use their CPU for the given time: one vCPU after the other, each up to a whole
 * pCPU.
 */
export function useCpu(host: DoubleHost, seconds: number): void {
  for (const domain of host.domains) {
    if (!domain.cpuLoad) continue
    const times = vCpuTimes(domain)
    domain.vCpuTimes = times.map(
      (time, vCpu) => time + seconds * Math.min(1, Math.max(0, domain.cpuLoad! - vCpu)),
    )
    domain.cpuTimeSeconds = domain.vCpuTimes.reduce((sum, time) => sum + time, 0)
  }
}

/** CPU seconds of each vCPU; equal unless the domain has used CPU time. */
export function vCpuTimes({ vCpuTimes: times, vCpus, cpuTimeSeconds }: DoubleDomain): number[] {
  return times?.length === vCpus ? times : Array(vCpus).fill(cpuTimeSeconds / vCpus)
}

/** The state column of `xl vcpu-list` for an online vCPU. */
export function vCpuState({ state, cpuLoad }: DoubleDomain, vCpu: number): string {
  if (cpuLoad === undefined) return state.slice(0, 3)
  return cpuLoad > vCpu ? 'r--' : '-b-'
}
