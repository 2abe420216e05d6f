/** A pool as its coordinator described it at one moment: identities are UUIDs, in lower case. */
export interface PoolInventory {
  readAt: string
  pool: {
    uuid: string
    name: string
    coordinatorUuid: string
    /** High availability: a guest may restart elsewhere by itself. */
    haEnabled: boolean
    /** Whether XAPI asks a workload balancer, and where. */
    workloadBalancer: string | null
    /** Hosts of two versions: XAPI refuses to move a guest to an older one. */
    isUpgrading: boolean
  }
  hosts: PoolHost[]
  guests: PoolGuest[]
  storage: PoolStorage[]
  groups: PlacementGroup[]
  /** What may not be believed, or could not be read. */
  doubts: PoolDoubt[]
}

export interface PoolHost {
  uuid: string
  name: string
  address: string
  /** Whether XAPI believes that the host answers. */
  isLive: boolean
  /** False in maintenance: nothing may start or arrive here. */
  isEnabled: boolean
  /** Null where XAPI names none, or says 0: then nothing is decided about this host. */
  pCpus: number | null
  cpuModel: string | null
  /** The feature bits as XAPI prints them; guests move freely only among hosts that share them. */
  cpuFeatures: string | null
  memoryTotalBytes: number | null
  memoryFreeBytes: number | null
  /** Whether Xen places guests by NUMA node; XAPI does not say which nodes there are. */
  numaPlacement: string | null
  xenVersion: string | null
  productVersion: string | null
  /** Such as `XCP-ng` or `XenServer`; left out of readings of versions before. */
  productBrand?: string | null
  domain0: { uuid: string; vCpus: number; memoryBytes: number } | null
}

export type PowerState = 'running' | 'halted' | 'paused' | 'suspended'

export interface PoolGuest {
  uuid: string
  name: string
  powerState: PowerState
  /** The host that XAPI says it runs on; null when it does not run. */
  hostUuid: string | null
  /** The host that a task is moving it to. */
  arrivingAtUuid: string | null
  /** Xen's number of the running instance; null when it does not run. */
  domainId: number | null
  vCpus: number
  /** What VCPUs_params asks for at the next start, resume or migration; null: nothing, or nonsense. */
  weight: number | null
  /** Percent of one pCPU; 0 means no cap. */
  cap: number | null
  mask: string | null
  memoryBytes: number
  /** UUIDs of the storage that its disks lie on. */
  storageUuids: string[]
  /** The host where its owner wants it, if any. */
  affinityHostUuid: string | null
  tags: string[]
  /** Whether XAPI lists pool_migrate among what it may do now. */
  canMove: boolean
  /** Why an administrator blocked moves, if one did. */
  moveBlockedBecause: string | null
  /** Whether XAPI restarts it after a failure of its host. */
  isProtected: boolean
}

export interface PoolStorage {
  uuid: string
  name: string
  isShared: boolean
  /** Hosts to which it is attached. */
  hostUuids: string[]
}

/** A VM_group of XAPI: its guests shall run on different hosts, or anywhere. */
export interface PlacementGroup {
  uuid: string
  name: string
  placement: 'apart' | 'anywhere'
  guestUuids: string[]
}

/** A fault of what XAPI said, as a code with what it is about. */
export type PoolDoubt =
  | { code: 'host-without-p-cpus'; hostUuid: string }
  | { code: 'host-not-live'; hostUuid: string }
  | { code: 'weight-is-nonsense'; guestUuid: string; value: string }
  | { code: 'cap-is-nonsense'; guestUuid: string; value: string }
  | { code: 'guest-without-host'; guestUuid: string }
  | { code: 'class-missing'; className: string }
