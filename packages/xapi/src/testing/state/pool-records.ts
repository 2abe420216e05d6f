import { type ApiRecord, NOTHING } from './database.ts'

export const GIBIBYTE = 1024 ** 3
const NEVER = '19700101T00:00:00Z'

export interface DoubleHost {
  name: string
  uuid?: string
  /** Default 4. A host with 0 was seen in the field. */
  pCpus?: number
  memoryBytes?: number
  isEnabled?: boolean
  isLive?: boolean
  productVersion?: string
  cpuFeatures?: string
  /** Default: 2 vCPUs. */
  domain0VCpus?: number
}

export interface DoubleGuest {
  name: string
  uuid?: string
  /** Index of the host that it runs on; null when it is halted. Default: one after the other. */
  host?: number | null
  vCpus?: number
  memoryBytes?: number
  /** What is stored for it, as the texts that XAPI takes unchecked. */
  params?: Record<string, string>
  /** Default `shared`; `local` is attached to its own host alone. */
  storage?: 'shared' | 'local' | 'none'
  tags?: string[]
  isTemplate?: boolean
  haRestartPriority?: string
}

export interface DoubleGroup {
  name: string
  placement: 'anti_affinity' | 'normal'
  /** Names of guests. */
  guests: string[]
}

export function poolRecord(name: string): ApiRecord {
  return {
    name_label: name,
    name_description: '',
    master: NOTHING,
    default_SR: NOTHING,
    other_config: {},
    ha_enabled: false,
    ha_configuration: {},
    ha_host_failures_to_tolerate: 0,
    ha_plan_exists_for: 0,
    ha_allow_overcommit: false,
    ha_overcommitted: false,
    tags: [],
    wlb_url: '',
    wlb_username: '',
    wlb_enabled: false,
    wlb_verify_cert: false,
    restrictions: {},
    allowed_operations: [],
    current_operations: {},
    cpu_info: {},
    tls_verification_enabled: false,
    migration_compression: false,
  }
}

export function hostRecord(host: DoubleHost, address: string, metrics: string): ApiRecord {
  const { pCpus = 4, productVersion = '8.3.0', cpuFeatures = '1fcbfbff-f7fa3223-2d93fbff' } = host
  return {
    ...(host.uuid === undefined ? {} : { uuid: host.uuid }),
    name_label: host.name,
    name_description: '',
    address,
    hostname: host.name,
    enabled: host.isEnabled ?? true,
    metrics,
    memory_overhead: GIBIBYTE,
    allowed_operations: ['vm_migrate', 'provision', 'vm_resume', 'evacuate', 'vm_start'],
    current_operations: {},
    software_version: {
      product_version: productVersion,
      product_brand: 'XCP-ng',
      platform_name: 'XCP',
      platform_version: '3.4.0',
      xen: '4.17.5-13',
      xapi_build: '24.39.1',
    },
    other_config: {},
    capabilities: ['xen-3.0-x86_64', 'hvm-3.0-x86_64'],
    sched_policy: 'credit',
    resident_VMs: [],
    PBDs: [],
    host_CPUs: [],
    cpu_info: {
      cpu_count: String(pCpus),
      socket_count: '1',
      threads_per_core: '2',
      nr_nodes: '1',
      vendor: 'GenuineIntel',
      modelname: 'Intel(R) Xeon(R) (a double)',
      features_hvm: cpuFeatures,
      features_pv: cpuFeatures,
    },
    tags: [],
    control_domain: NOTHING,
    numa_affinity_policy: 'default_policy',
    https_only: true,
  }
}

export function hostMetricsRecord({ isLive, memoryBytes }: DoubleHost): ApiRecord {
  const memory = memoryBytes ?? 64 * GIBIBYTE
  return {
    live: isLive ?? true,
    memory_total: memory,
    memory_free: memory - GIBIBYTE,
    last_updated: NEVER,
    other_config: {},
  }
}

export function hostCpuRecord(host: string, number: number): ApiRecord {
  return {
    host,
    number,
    vendor: 'GenuineIntel',
    speed: 2394,
    modelname: 'Intel(R) Xeon(R) (a double)',
    family: 6,
    model: 85,
    stepping: '7',
    flags: '',
    features: '',
    utilisation: 0,
    other_config: {},
  }
}

export function guestRecord(guest: DoubleGuest, metrics: string): ApiRecord {
  const { vCpus = 2, memoryBytes = GIBIBYTE, params = {} } = guest
  return {
    ...(guest.uuid === undefined ? {} : { uuid: guest.uuid }),
    name_label: guest.name,
    name_description: '',
    power_state: 'Halted',
    is_a_template: guest.isTemplate ?? false,
    is_a_snapshot: false,
    is_control_domain: false,
    resident_on: NOTHING,
    scheduled_to_be_resident_on: NOTHING,
    affinity: NOTHING,
    allowed_operations: [],
    current_operations: {},
    blocked_operations: {},
    domid: -1,
    memory_overhead: 13_631_488,
    memory_target: memoryBytes,
    memory_static_max: memoryBytes,
    memory_dynamic_max: memoryBytes,
    memory_dynamic_min: memoryBytes,
    memory_static_min: memoryBytes / 4,
    VCPUs_params: params,
    VCPUs_max: vCpus,
    VCPUs_at_startup: vCpus,
    VBDs: [],
    VIFs: [],
    HVM_shadow_multiplier: 1,
    platform: {},
    other_config: {},
    metrics,
    guest_metrics: NOTHING,
    ha_restart_priority: guest.haRestartPriority ?? '',
    tags: guest.tags ?? [],
    domain_type: 'hvm',
    groups: [],
  }
}

export function guestMetricsRecord({ memoryBytes, vCpus }: DoubleGuest): ApiRecord {
  return {
    memory_actual: memoryBytes ?? GIBIBYTE,
    VCPUs_number: vCpus ?? 2,
    VCPUs_utilisation: {},
    VCPUs_params: {},
    state: [],
    start_time: NEVER,
    install_time: NEVER,
    last_updated: NEVER,
    other_config: {},
    hvm: true,
    nested_virt: false,
    nomigrate: false,
  }
}

export function storageRecord(name: string, isShared: boolean): ApiRecord {
  return {
    name_label: name,
    name_description: '',
    VDIs: [],
    PBDs: [],
    type: isShared ? 'nfs' : 'lvm',
    content_type: 'user',
    shared: isShared,
    physical_size: 500 * GIBIBYTE,
    physical_utilisation: 100 * GIBIBYTE,
    other_config: {},
    tags: [],
    sm_config: {},
  }
}

export function storageLinkRecord(host: string, storage: string): ApiRecord {
  return { host, SR: storage, device_config: {}, currently_attached: true, other_config: {} }
}

export function diskRecord(storage: string): ApiRecord {
  return {
    name_label: 'disk',
    name_description: '',
    SR: storage,
    VBDs: [],
    virtual_size: 10 * GIBIBYTE,
    physical_utilisation: GIBIBYTE,
    type: 'user',
    sharable: false,
    read_only: false,
    managed: true,
    other_config: {},
    tags: [],
  }
}

export function blockDeviceRecord(guest: string, disk: string): ApiRecord {
  return {
    VM: guest,
    VDI: disk,
    device: 'xvda',
    userdevice: '0',
    bootable: true,
    mode: 'RW',
    type: 'Disk',
    empty: false,
    currently_attached: true,
    other_config: {},
  }
}

export function groupRecord(name: string, placement: string, guests: string[]): ApiRecord {
  return { name_label: name, name_description: '', placement, VMs: guests }
}

export function taskRecord(name: string, host: string, isCancellable: boolean): ApiRecord {
  return {
    name_label: name,
    name_description: '',
    allowed_operations: isCancellable ? ['cancel'] : [],
    current_operations: {},
    created: stampOf(new Date()),
    finished: NEVER,
    status: 'pending',
    resident_on: host,
    progress: 0,
    type: '<none/>',
    result: '',
    error_info: [],
    other_config: {},
    subtask_of: NOTHING,
    subtasks: [],
    backtrace: '()',
  }
}

/** A time as XAPI writes it. */
export function stampOf(time: Date): string {
  return `${time.toISOString().slice(0, 19).replaceAll('-', '')}Z`
}

/** One record of each class, so that their fields can be compared with XAPI's own description. */
export function recordsOfPool(): [className: string, record: ApiRecord][] {
  const guest = { name: 'guest' }
  return [
    ['pool', poolRecord('pool')],
    ['host', hostRecord({ name: 'host' }, '', NOTHING)],
    ['host_metrics', hostMetricsRecord({ name: 'host' })],
    ['host_cpu', hostCpuRecord(NOTHING, 0)],
    ['VM', guestRecord(guest, NOTHING)],
    ['VM_metrics', guestMetricsRecord(guest)],
    ['SR', storageRecord('storage', true)],
    ['PBD', storageLinkRecord(NOTHING, NOTHING)],
    ['VDI', diskRecord(NOTHING)],
    ['VBD', blockDeviceRecord(NOTHING, NOTHING)],
    ['VM_group', groupRecord('group', 'normal', [])],
    ['task', taskRecord('task', NOTHING, true)],
  ]
}
