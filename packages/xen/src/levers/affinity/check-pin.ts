import type { HostInventory } from '../../host-inventory.ts'
import type { PlanReason, PlanReasonCode } from '../../plan/plan.ts'

export interface WantedPin {
  uuid: string
  /** The pCPUs that all its vCPUs may run on. */
  pCpus: number[] | 'all'
}

/** Said where the host refuses what such plans need; the way out is on the host page. */
export const GATE_OUTDATED: PlanReason = {
  code: 'gate-outdated',
  effect: 'blocks',
  uuid: null,
  message:
    'The gate script or the sudo rules on the host are older than this kind of plan and would refuse its commands. Install both again as the host page shows them now, then make a new plan.',
}

/** Why the vCPUs of one domain cannot be pinned as wanted; empty where they can. */
export function checkPin({ uuid, pCpus }: WantedPin, inventory: HostInventory): PlanReason[] {
  const domain = inventory.domains.find((candidate) => candidate.uuid === uuid)
  const blocks = (code: PlanReasonCode, message: string): PlanReason[] => [
    { code, effect: 'blocks', uuid, message },
  ]
  if (domain === undefined) {
    return blocks('domain-missing', `No domain with UUID ${uuid} is on the host.`)
  }
  const { name } = domain
  if (domain.state.includes('d')) return blocks('domain-dying', `${name} is being destroyed.`)
  const pool = inventory.cpupools.find((candidate) => candidate.name === domain.cpupool)!
  if (pool.pCpuNumbers === null) return [GATE_OUTDATED]
  if (pCpus === 'all') return []
  // xl shows affinities to as many pCPUs as there are, from 0: others could not be read back.
  if (
    pCpus.length === 0 ||
    !pCpus.every((pCpu) => Number.isInteger(pCpu) && pCpu >= 0 && pCpu < inventory.pCpus)
  ) {
    const most = inventory.pCpus - 1
    return blocks(
      'pcpu-unknown',
      `${name} must be pinned to one or more pCPUs numbered 0 to ${most}.`,
    )
  }
  const outside = pCpus.filter((pCpu) => !pool.pCpuNumbers!.includes(pCpu))
  if (outside.length === 0) return []
  return blocks(
    'pcpu-not-in-cpupool',
    `${name} is in cpupool ${pool.name} and cannot run on pCPU ${outside.join(', ')}, which the pool does not have.`,
  )
}
