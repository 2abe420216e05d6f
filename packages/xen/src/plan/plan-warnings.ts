import type { HostInventory } from '../host-inventory.ts'
import { affinityOf, affinityWords } from '../levers/affinity/affinity.ts'
import { allowedPCpus } from '../xl/p-cpu-list.ts'
import type { Change, ChangeOf, PlanReason, Share } from './plan.ts'

/** What the operator should know of a plan that can be applied. */
export function planWarnings(
  inventory: HostInventory,
  changes: Change[],
  shares: Share[],
): PlanReason[] {
  const pins = changes.filter((change) => change.lever === 'affinity')
  return [
    ...fallingDomain0(inventory, shares),
    ...pinnedWeights(inventory, changes, pins),
    ...pins.flatMap((pin) => pinWarnings(inventory, pin)),
  ]
}

const percent = (share: number) => `${(share * 100).toFixed(1)} %`

function fallingDomain0(inventory: HostInventory, shares: Share[]): PlanReason[] {
  const domain0 = inventory.domains.find((domain) => domain.id === 0)
  return shares
    .filter((share) => share.uuid === domain0?.uuid && (share.shareAfter ?? 0) < share.shareBefore)
    .map(({ uuid, shareBefore, shareAfter }) => ({
      code: 'domain-0-share-falls',
      effect: 'warns',
      uuid,
      message: `Domain-0's share falls from ${percent(shareBefore)} to ${percent(shareAfter ?? 0)}.`,
    }))
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
    .filter(
      (change) =>
        change.lever === 'weight' && affinityAfter(change.uuid).some((of) => of !== 'all'),
    )
    .map(({ uuid, name }) => ({
      code: 'vcpus-pinned',
      effect: 'warns',
      uuid,
      message: `${name} is pinned to pCPUs, so its weight counts only against domains there.`,
    }))
}

function pinWarnings(inventory: HostInventory, pin: ChangeOf<'affinity'>): PlanReason[] {
  const { uuid, name, target, after } = pin
  const warns = (code: PlanReason['code'], message: string): PlanReason => ({
    code,
    effect: 'warns',
    uuid,
    message,
  })
  const { vCpus, cpupool } = inventory.domains.find((domain) => domain.uuid === uuid)!
  const pool = inventory.cpupools.find((candidate) => candidate.name === cpupool)
  const room = allowedPCpus(after.affinity[0]!, pool?.pCpuNumbers ?? [])?.length ?? 0
  return [
    ...(target.domainId === 0 && after.affinity[0] !== 'all'
      ? [
          warns(
            'domain-0-pinned',
            `Domain-0 does the disk and network work of all guests: pinned to ${affinityWords(after.affinity)}, it keeps them waiting whenever it has to wait there.`,
          ),
        ]
      : []),
    ...(vCpus > room
      ? [
          warns(
            'vcpus-share-pcpus',
            `${name} has ${vCpus} vCPUs for ${room} pCPU${room === 1 ? '' : 's'}: they take turns.`,
          ),
        ]
      : []),
  ]
}
