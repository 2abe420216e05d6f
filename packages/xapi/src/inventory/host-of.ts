import type { PoolDoubt, PoolHost } from '../pool-inventory.ts'
import { memoryOf, vCpusOf } from './guest-of.ts'
import type { HostRecord, PoolRecords } from './records.ts'

/** A host as its records describe it. What cannot be believed is null, with a doubt. */
export function hostOf(
  reference: string,
  records: PoolRecords,
  doubt: (doubt: PoolDoubt) => void,
): PoolHost {
  const host = records.hosts[reference]!
  const metrics = host.metrics === null ? undefined : records.hostMetrics[host.metrics]
  const isLive = metrics?.live ?? false
  const pCpus = pCpusOf(reference, host, records)
  if (pCpus === null) doubt({ code: 'host-without-p-cpus', hostUuid: host.uuid })
  if (!isLive) doubt({ code: 'host-not-live', hostUuid: host.uuid })
  const { cpu_info: cpu, software_version: software } = host
  return {
    uuid: host.uuid,
    name: host.name_label,
    address: host.address,
    isLive,
    isEnabled: host.enabled,
    pCpus,
    cpuModel: textOf(cpu.modelname),
    cpuFeatures: textOf(cpu.features_hvm ?? cpu.features),
    memoryTotalBytes: metrics && metrics.memory_total > 0 ? metrics.memory_total : null,
    // What a host had free when it was last heard of says nothing about now.
    memoryFreeBytes: metrics && isLive && metrics.memory_total > 0 ? metrics.memory_free : null,
    numaPlacement: textOf(host.numa_affinity_policy),
    xenVersion: textOf(software.xen),
    productVersion: textOf(software.product_version),
    productBrand: textOf(software.product_brand),
    domain0: domain0Of(host, records),
  }
}

/** Whether its hosts run different versions, or XAPI says that an upgrade goes through the pool. */
export function isUpgrading(records: PoolRecords): boolean {
  const versions = Object.values(records.hosts).map(({ software_version: version }) =>
    [version.product_version, version.platform_version, version.xapi_build].join(),
  )
  const flags = Object.values(records.pools).map(({ other_config }) => other_config)
  return new Set(versions).size > 1 || flags.some((flag) => UPGRADE_FLAG in flag)
}

const UPGRADE_FLAG = 'rolling_upgrade_in_progress'

/** Null unless the host itself and the records of its CPUs agree on a number. */
function pCpusOf(reference: string, host: HostRecord, { hostCpus }: PoolRecords): number | null {
  const said = Number(host.cpu_info.cpu_count)
  const listed = Object.values(hostCpus).filter((cpu) => cpu.host === reference).length
  return Number.isInteger(said) && said > 0 && said === listed ? said : null
}

function domain0Of({ control_domain }: HostRecord, records: PoolRecords): PoolHost['domain0'] {
  const record = records.guests[control_domain ?? '']
  if (!record) return null
  return {
    uuid: record.uuid,
    vCpus: vCpusOf(record, records),
    memoryBytes: memoryOf(record, records),
  }
}

function textOf(text: string | null | undefined): string | null {
  return text?.trim() ? text : null
}
