import { MAX_WEIGHT } from '../../host-command.ts'
import type { HostInventory } from '../../host-inventory.ts'
import type { PlanReason, PlanReasonCode } from '../../plan/plan.ts'
import { isWeightScheduler } from '../../read-host.ts'

export interface WantedWeight {
  uuid: string
  /** Whole number, 1..65535; left as it is where absent. */
  weight?: number
  /** Percent of one pCPU, 0 = none; left as it is where absent. */
  cap?: number
}

/** Why one wanted weight cannot be set; empty where it can. */
export function checkWeight(wanted: WantedWeight, inventory: HostInventory): PlanReason[] {
  const domain = inventory.domains.find((candidate) => candidate.uuid === wanted.uuid)
  const blocks = (code: PlanReasonCode, message: string): PlanReason[] => [
    { code, effect: 'blocks', uuid: wanted.uuid, message },
  ]
  if (domain === undefined) {
    return blocks('domain-missing', `No domain with UUID ${wanted.uuid} is on the host.`)
  }
  const { name, vCpus } = domain
  const weight = wanted.weight ?? domain.weight ?? 0
  const cap = wanted.cap ?? domain.cap ?? 0
  if (domain.id === 0) {
    const changed = weight !== domain.weight || cap !== domain.cap
    return changed
      ? blocks('domain-0-never-changed', 'Weight and cap of Domain-0 are never changed.')
      : []
  }
  const scheduler = inventory.cpupools.find((pool) => pool.name === domain.cpupool)!.scheduler
  if (!isWeightScheduler(scheduler)) {
    return blocks(
      'scheduler-unsupported',
      `${name} runs under the ${scheduler} scheduler, which has no weights.`,
    )
  }
  if (domain.state.includes('d')) return blocks('domain-dying', `${name} is being destroyed.`)
  const wholeIn = (value: number, min: number, max: number) =>
    Number.isInteger(value) && value >= min && value <= max
  if (!wholeIn(weight, 1, MAX_WEIGHT)) {
    const range = `a whole number from 1 to ${MAX_WEIGHT}`
    return blocks('weight-out-of-range', `The weight of ${name} must be ${range}.`)
  }
  if (!wholeIn(cap, 0, 100 * vCpus)) {
    const range = `a whole number from 0 to ${100 * vCpus} for ${vCpus} vCPUs`
    return blocks('cap-out-of-range', `The cap of ${name} must be ${range}.`)
  }
  return []
}
