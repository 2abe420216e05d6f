import type { PoolDoubt, PoolGuest, PowerState } from '../pool-inventory.ts'
import type { GuestRecord, PoolRecords } from './records.ts'
import { capOf, weightOf } from './weight-of.ts'

const POWER_STATES: Record<GuestRecord['power_state'], PowerState> = {
  Running: 'running',
  Halted: 'halted',
  Paused: 'paused',
  Suspended: 'suspended',
}

/** A guest as its records describe it. What cannot be believed is null, with a doubt. */
export function guestOf(
  record: GuestRecord,
  records: PoolRecords,
  doubt: (doubt: PoolDoubt) => void,
): PoolGuest {
  const hostUuid = (reference: string | null | undefined) =>
    records.hosts[reference ?? '']?.uuid ?? null
  const powerState = POWER_STATES[record.power_state]
  const isThere = powerState === 'running' || powerState === 'paused'
  const residence = isThere ? hostUuid(record.resident_on) : null
  if (isThere && residence === null) doubt({ code: 'guest-without-host', guestUuid: record.uuid })
  const { weight, cap, mask } = record.VCPUs_params
  const said = { weight: weightOf(weight), cap: capOf(cap) }
  if (weight !== undefined && said.weight === null)
    doubt({ code: 'weight-is-nonsense', guestUuid: record.uuid, value: weight.slice(0, 100) })
  if (cap !== undefined && said.cap === null)
    doubt({ code: 'cap-is-nonsense', guestUuid: record.uuid, value: cap.slice(0, 100) })
  return {
    uuid: record.uuid,
    name: record.name_label,
    powerState,
    hostUuid: residence,
    arrivingAtUuid: hostUuid(record.scheduled_to_be_resident_on),
    domainId: isThere && record.domid >= 0 ? record.domid : null,
    vCpus: vCpusOf(record, records),
    ...said,
    mask: mask ?? null,
    memoryBytes: memoryOf(record, records),
    storageUuids: storagesOf(record, records),
    affinityHostUuid: hostUuid(record.affinity),
    tags: record.tags,
    canMove: record.allowed_operations.includes('pool_migrate'),
    moveBlockedBecause: record.blocked_operations.pool_migrate ?? null,
    isProtected: ['restart', 'best-effort'].includes(record.ha_restart_priority),
  }
}

/** vCPUs that are plugged in while it runs, and those it starts with otherwise. */
export function vCpusOf(record: GuestRecord, { guestMetrics }: PoolRecords): number {
  const now = guestMetrics[record.metrics ?? '']?.VCPUs_number ?? 0
  return record.power_state === 'Running' && now > 0 ? now : record.VCPUs_at_startup
}

/** What it has while it runs, and what it starts with otherwise. XAPI was seen to say a target of 0. */
export function memoryOf(record: GuestRecord, { guestMetrics }: PoolRecords): number {
  const said =
    record.power_state === 'Running' || record.power_state === 'Paused'
      ? [guestMetrics[record.metrics ?? '']?.memory_actual ?? 0, record.memory_target]
      : []
  return (
    [...said, record.memory_dynamic_max, record.memory_static_max].find((bytes) => bytes > 0) ?? 0
  )
}

function storagesOf(record: GuestRecord, records: PoolRecords): string[] {
  const found = record.VBDs.flatMap((reference) => {
    const device = records.blockDevices[reference]
    if (device?.type !== 'Disk') return []
    const disk = records.disks[device.VDI ?? '']
    return records.storages[disk?.SR ?? '']?.uuid ?? []
  })
  return [...new Set(found)]
}
