import type { DoubleDomain, DoubleHost } from './double-state.ts'

/** Lets the domains use their CPU for so long: one vCPU after the other, each up to a whole pCPU. */
export function useCpu(host: DoubleHost, seconds: number): void {
  for (const domain of host.domains) {
    if (!domain.cpuLoad) continue
    const times = vcpuTimes(domain)
    domain.vcpuTimes = times.map(
      (time, vcpu) => time + seconds * Math.min(1, Math.max(0, domain.cpuLoad! - vcpu)),
    )
    domain.cpuTimeSeconds = domain.vcpuTimes.reduce((sum, time) => sum + time, 0)
  }
}

/** CPU seconds of each vCPU; alike unless the domain has been at work. */
export function vcpuTimes({ vcpuTimes: times, vcpus, cpuTimeSeconds }: DoubleDomain): number[] {
  return times?.length === vcpus ? times : Array(vcpus).fill(cpuTimeSeconds / vcpus)
}

/** The state column of `xl vcpu-list` for an online vCPU. */
export function vcpuState({ state, cpuLoad }: DoubleDomain, vcpu: number): string {
  if (cpuLoad === undefined) return state.slice(0, 3)
  return cpuLoad > vcpu ? 'r--' : '-b-'
}
