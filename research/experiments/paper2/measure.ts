import { setTimeout as sleep } from 'node:timers/promises'
import { mean, quantile } from 'simple-statistics'
import type { ClientLoop } from '../../../e2e/load-balancer/lib/client-loop.ts'
import type { XenHost } from '../../../e2e/xen-host/lib/xen-host.ts'
import { cpuShare, readCpuUsage, SHOW_CPU_USAGE } from '../cpu-usage.ts'
import type { Measured } from './paper2-result.ts'

/** Measures for so long what the clients get, and what the domains use. */
export async function measure(
  host: XenHost,
  clients: ClientLoop,
  seconds: number,
): Promise<Measured> {
  const before = readCpuUsage(await host.run(SHOW_CPU_USAGE))
  const [answered, startedAt] = [clients.answered, performance.now()]
  await sleep(seconds * 1000)
  const times = clients.firstByteMs.slice(answered)
  const lasted = (performance.now() - startedAt) / 1000
  const after = readCpuUsage(await host.run(SHOW_CPU_USAGE))
  const shares = [...after.used.keys()].map((name) => [name, cpuShare(name, before, after)])
  return {
    seconds: lasted,
    answeredPerSecond: times.length / lasted,
    meanMs: times.length > 0 ? mean(times) : null,
    p95Ms: times.length > 0 ? quantile(times, 0.95) : null,
    cpuShares: Object.fromEntries(shares),
  }
}
