import { FairQueue } from './fair-queue.ts'
import type { Host } from './host.ts'
import type { KernelTicks } from './kernel-ticks.ts'
import type { ServiceQueue } from './service-queue.ts'
import { TimeSharing } from './time-sharing.ts'
import type { TwinDomain, TwinGuest } from './twin-config.ts'

/** By vCPU, as its domain's load asks for. (With one service at a time any of them is first come, first served.) */
export function serviceQueues(
  host: Host,
  domains: readonly TwinDomain[],
  ticks: KernelTicks,
): ServiceQueue[] {
  return Array.from(host.domainOf, (d, v) => {
    const { load } = domains[d] as TwinGuest
    const endless = host.hogging[v]!
    return load?.discipline === 'time-sharing'
      ? new TimeSharing(ticks.periodNs(v), ticks.phaseNs(v), endless)
      : new FairQueue(endless)
  })
}
