import type { ZodType } from 'zod'
import { unexpected } from '../connection/json-rpc.ts'
import type { PoolDoubt, PoolInventory } from '../pool-inventory.ts'
import type { CallOptions, XapiPool } from '../session/xapi-pool.ts'
import { XapiError } from '../xapi-error.ts'
import { guestOf } from './guest-of.ts'
import { hostOf, isUpgrading } from './host-of.ts'
import type { PoolRecords } from './records.ts'
import * as shapes from './records.ts'

/**
 * Reads what a pool holds, in eleven calls, one after the other. They are no snapshot: what changed
 * between two of them is seen by whoever took a token of events before.
 *
 * @throws XapiError `unexpected-answer` where a record lacks what every release has, and those of a call
 */
export async function readPool(
  pool: XapiPool,
  options: Pick<CallOptions, 'signal'> = {},
): Promise<PoolInventory> {
  const doubts: PoolDoubt[] = []
  const records = await readRecords(pool, options, doubts)
  const [found, ...others] = Object.values(records.pools)
  const coordinator = records.hosts[found?.master ?? '']
  if (!found || others.length > 0 || !coordinator)
    throw unexpected('pool.get_all_records', 'not one pool with a coordinator')
  const doubt = (each: PoolDoubt) => doubts.push(each)
  return {
    readAt: new Date().toISOString(),
    pool: {
      uuid: found.uuid,
      name: found.name_label,
      coordinatorUuid: coordinator.uuid,
      haEnabled: found.ha_enabled,
      workloadBalancer: found.wlb_enabled && found.wlb_url !== '' ? found.wlb_url : null,
      isUpgrading: isUpgrading(records),
    },
    hosts: Object.keys(records.hosts).map((reference) => hostOf(reference, records, doubt)),
    guests: Object.values(records.guests)
      .filter((guest) => !guest.is_a_template && !guest.is_a_snapshot && !guest.is_control_domain)
      .map((guest) => guestOf(guest, records, doubt)),
    storage: storageOf(records),
    groups: Object.values(records.groups).map((group) => ({
      uuid: group.uuid,
      name: group.name_label,
      placement: group.placement === 'anti_affinity' ? 'apart' : 'anywhere',
      guestUuids: group.VMs.flatMap((reference) => records.guests[reference]?.uuid ?? []),
    })),
    doubts,
  }
}

async function readRecords(
  pool: XapiPool,
  options: Pick<CallOptions, 'signal'>,
  doubts: PoolDoubt[],
): Promise<PoolRecords> {
  const read = <T>(className: string, shape: ZodType<T>) =>
    pool.call(`${className}.get_all_records`, [], shape, options)
  return {
    pools: await read('pool', shapes.pools),
    hosts: await read('host', shapes.hosts),
    hostMetrics: await read('host_metrics', shapes.hostMetrics),
    hostCpus: await read('host_cpu', shapes.hostCpus),
    guests: await read('VM', shapes.guests),
    guestMetrics: await read('VM_metrics', shapes.guestMetrics),
    blockDevices: await read('VBD', shapes.blockDevices),
    disks: await read('VDI', shapes.disks),
    storageLinks: await read('PBD', shapes.storageLinks),
    storages: await read('SR', shapes.storages),
    // Releases before XenServer 8 and XCP-ng 8.3 do not know this class.
    groups: await read('VM_group', shapes.groups).catch((error: unknown) => {
      if (!(error instanceof XapiError) || error.xapiCode !== 'MESSAGE_METHOD_UNKNOWN') throw error
      doubts.push({ code: 'class-missing', className: 'VM_group' })
      return {}
    }),
  }
}

function storageOf({ storages, storageLinks, hosts }: PoolRecords): PoolInventory['storage'] {
  const links = Object.values(storageLinks).filter((link) => link.currently_attached)
  return Object.entries(storages).map(([reference, storage]) => ({
    uuid: storage.uuid,
    name: storage.name_label,
    isShared: storage.shared,
    hostUuids: links.flatMap((link) =>
      link.SR === reference ? (hosts[link.host]?.uuid ?? []) : [],
    ),
  }))
}
