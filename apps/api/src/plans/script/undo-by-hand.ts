import { formatPCpuList, POOL_0, REAL_TIME_POOL } from '@steelyard/xen'
import { commandsByHand, isPlainName } from '../commands-by-hand.ts'
import type { PlanWish } from '../plan-content.ts'

/** Of a domain that was never read: what Xen gives it unless told otherwise. */
const XEN_DEFAULT = { weight: 256, cap: 0 }

/**
 * The commands that restore the values from before, as far as they are known without the host: from
 * the analysis, from its last reading, or by Xen's defaults.
 */
export function undoByHand(
  scheduler: string | null,
  { weights, pins, realTimePool, analysed }: PlanWish,
  domains: readonly { name: string; weight: number | null; cap: number | null }[],
): string[] {
  const before = (name: string) => {
    const read = domains.find((domain) => domain.name === name)
    return {
      weight: analysed.find(({ domain }) => domain === name)?.weight ?? read?.weight,
      cap: read?.cap,
    }
  }
  const { commands } = commandsByHand(scheduler, {
    weights: weights.map(({ domain, weight, cap }) => ({
      domain,
      ...(weight === undefined ? {} : { weight: before(domain).weight ?? XEN_DEFAULT.weight }),
      ...(cap === undefined ? {} : { cap: before(domain).cap ?? XEN_DEFAULT.cap }),
    })),
    pins: pins.map(({ domain }) => ({ domain, pCpus: 'all' })),
  })
  if (!realTimePool) return commands
  const members = realTimePool.domains.map(({ domain }) => domain).filter(isPlainName)
  return [
    ...members.map((domain) => `xl cpupool-migrate ${domain} ${POOL_0}`),
    `xl cpupool-destroy ${REAL_TIME_POOL}`,
    `xl cpupool-cpu-add ${POOL_0} ${formatPCpuList(realTimePool.pCpus)}`,
    ...commands,
  ]
}
