import type { HostInventory } from '../host-inventory.ts'
import { blocks, type PlanReason } from './plan-reason.ts'

export interface WantedPin {
  uuid: string
  /** The pCPUs that all its vCPUs may run on. */
  pCpus: number[] | 'all'
}

/** Why the vCPUs of one domain cannot be pinned as requested; empty when they can. */
export function checkPin({ uuid, pCpus }: WantedPin, inventory: HostInventory): PlanReason[] {
  const domain = inventory.domains.find((candidate) => candidate.uuid === uuid)
  if (domain === undefined) return [blocks('domain-missing', { uuid }, uuid)]
  const { name } = domain
  if (domain.state.includes('d')) return [blocks('domain-dying', { name }, uuid)]
  const pool = inventory.cpupools.find((candidate) => candidate.name === domain.cpupool)!
  if (pCpus === 'all') return []
  // xl prints affinities only for pCPU numbers below the number of pCPUs, so others could not be
  // read back.
  if (
    pCpus.length === 0 ||
    !pCpus.every((pCpu) => Number.isInteger(pCpu) && pCpu >= 0 && pCpu < inventory.pCpus)
  ) {
    return [blocks('pcpu-unknown', { name, last: inventory.pCpus - 1 }, uuid)]
  }
  const outside = pCpus.filter((pCpu) => !pool.pCpuNumbers.includes(pCpu))
  if (outside.length === 0) return []
  return [blocks('pcpu-not-in-cpupool', { name, cpupool: pool.name, pCpus: outside }, uuid)]
}
