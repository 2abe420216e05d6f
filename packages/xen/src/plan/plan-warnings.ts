import type { HostInventory } from '../host-inventory.ts'
import { affinityOf } from '../levers/affinity/affinity.ts'
import { allowedPCpus } from '../xl/p-cpu-list.ts'
import { type Domain0Need, domain0Warning } from './domain0-warning.ts'
import type { Change, ChangeOf, Share } from './plan.ts'
import { type PlanReason, tells, warns } from './plan-reason.ts'

/** Warnings about a plan that can be applied. */
export function planWarnings(
  inventory: HostInventory,
  changes: Change[],
  shares: Share[],
  {
    domain0: need = null,
    weighsDomain0 = false,
  }: { domain0?: Domain0Need | null; weighsDomain0?: boolean },
): PlanReason[] {
  const pins = changes.filter((change) => change.lever === 'affinity')
  return [
    ...(weighsDomain0
      ? weighedDomain0(inventory, shares)
      : fallingDomain0(inventory, shares, need)),
    ...pinnedWeights(inventory, changes, pins),
    ...pins.flatMap((pin) => pinWarnings(inventory, pin)),
  ]
}

function fallingDomain0(
  inventory: HostInventory,
  shares: Share[],
  need: Domain0Need | null,
): PlanReason[] {
  const domain0 = inventory.domains.find((domain) => domain.id === 0)
  return shares
    .filter(({ uuid }) => uuid === domain0?.uuid)
    .flatMap(({ uuid, shareBefore: from, shareAfter }) => {
      return domain0Warning({ from, to: shareAfter ?? 0 }, need, uuid) ?? []
    })
}

/** It keeps its part by itself, so there is only its weight to tell. */
function weighedDomain0({ domains }: HostInventory, shares: Share[]): PlanReason[] {
  const domain0 = domains.find((domain) => domain.id === 0)
  return shares
    .filter(({ uuid, weightAfter }) => uuid === domain0?.uuid && weightAfter !== null)
    .map(({ uuid, weightBefore: from, weightAfter: to }) =>
      tells('domain-0-weighed', { from, to: to! }, uuid),
    )
}

function pinnedWeights(
  inventory: HostInventory,
  changes: Change[],
  pins: ChangeOf<'affinity'>[],
): PlanReason[] {
  const affinityAfter = (uuid: string) =>
    pins.find((pin) => pin.uuid === uuid)?.after.affinity ??
    affinityOf(inventory.domains.find((domain) => domain.uuid === uuid)!)
  return changes
    .filter(({ lever }) => lever === 'weight')
    .filter(({ uuid }) => affinityAfter(uuid).some((of) => of !== 'all'))
    .map(({ uuid, name }) => warns('vcpus-pinned', { name }, uuid))
}

function pinWarnings(inventory: HostInventory, pin: ChangeOf<'affinity'>): PlanReason[] {
  const { uuid, name, target, after } = pin
  const { affinity } = after
  const { vCpus, cpupool } = inventory.domains.find((domain) => domain.uuid === uuid)!
  const pool = inventory.cpupools.find((candidate) => candidate.name === cpupool)!
  const pCpus = allowedPCpus(affinity[0]!, pool.pCpuNumbers!)!.length // known, or no pin is planned
  return [
    ...(target.domainId === 0 && affinity[0] !== 'all'
      ? [warns('domain-0-pinned', { affinity }, uuid)]
      : []),
    ...(vCpus > pCpus ? [warns('vcpus-share-pcpus', { name, vCpus, pCpus }, uuid)] : []),
  ]
}
