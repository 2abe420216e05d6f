import { MAX_WEIGHT } from '../host-command.ts'
import type { HostInventory } from '../host-inventory.ts'
import { isWeightScheduler } from '../read-host.ts'
import { blocks, type PlanReason } from './plan-reason.ts'

export interface WantedWeight {
  uuid: string
  /** Whole number, 1 to 65535. Unchanged when absent. */
  weight?: number
  /** Percent of one pCPU; 0 means no cap. Unchanged when absent. */
  cap?: number
}

/** Why one requested weight cannot be set; empty when it can. */
export function checkWeight(wanted: WantedWeight, inventory: HostInventory): PlanReason[] {
  const { uuid } = wanted
  const domain = inventory.domains.find((candidate) => candidate.uuid === uuid)
  if (domain === undefined) return [blocks('domain-missing', { uuid }, uuid)]
  const { name, vCpus } = domain
  const weight = wanted.weight ?? domain.weight ?? 0
  const cap = wanted.cap ?? domain.cap ?? 0
  if (domain.id === 0) {
    const stays = weight === domain.weight && cap === domain.cap
    return stays ? [] : [blocks('domain-0-never-changed', {}, uuid)]
  }
  const { scheduler } = inventory.cpupools.find((pool) => pool.name === domain.cpupool)!
  if (!isWeightScheduler(scheduler)) {
    return [blocks('scheduler-unsupported', { name, scheduler }, uuid)]
  }
  if (domain.state.includes('d')) return [blocks('domain-dying', { name }, uuid)]
  if (!isWholeIn(weight, 1, MAX_WEIGHT)) {
    return [blocks('weight-out-of-range', { name, most: MAX_WEIGHT }, uuid)]
  }
  return isWholeIn(cap, 0, 100 * vCpus) ? [] : [blocks('cap-out-of-range', { name, vCpus }, uuid)]
}

function isWholeIn(value: number, least: number, most: number): boolean {
  return Number.isInteger(value) && value >= least && value <= most
}
