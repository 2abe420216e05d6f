import { ApiFailure } from './api-failure.ts'
import { type ApiRecord, Database, NOTHING } from './database.ts'
import type { DoubleGroup, DoubleGuest, DoubleHost } from './pool-records.ts'
import * as records from './pool-records.ts'

export interface PoolContents {
  hosts: DoubleHost[]
  guests: DoubleGuest[]
  groups?: DoubleGroup[]
}

/**
 * A pool in memory: what XAPI's database says, and beside it which domains really run on which host.
 * The two differ where a move failed at its last point.
 */
export class PoolState {
  readonly database = new Database()
  readonly pool: string
  /** References of the hosts, in the order in which they were given. */
  readonly hosts: string[]
  /** What Xen runs: by host, the number of each domain by the reference of its guest. */
  readonly domains = new Map<string, Map<string, number>>()
  #coordinatorIndex = 0
  #nextDomain = 1

  /** @param addresses those of the hosts */
  constructor(contents: PoolContents, addresses: readonly string[]) {
    const { database } = this
    this.pool = database.add('pool', records.poolRecord('a pool'))
    const shared = database.add('SR', records.storageRecord('shared storage', true))
    this.hosts = contents.hosts.map((host, index) => this.#addHost(host, addresses[index]!, shared))
    this.makeCoordinator(0)
    for (const [index, guest] of contents.guests.entries())
      this.#addGuest(guest, index % this.hosts.length, shared)
    for (const { name, placement, guests } of contents.groups ?? [])
      database.add(
        'VM_group',
        records.groupRecord(
          name,
          placement,
          guests.map((each) => this.guestNamed(each)),
        ),
      )
  }

  get coordinatorIndex(): number {
    return this.#coordinatorIndex
  }

  makeCoordinator(index: number): void {
    this.#coordinatorIndex = index
    this.database.change('pool', this.pool, { master: this.hosts[index]! })
  }

  guestNamed(name: string): string {
    const found = this.database.all('VM').find(([, record]) => record.name_label === name)
    if (!found) throw new Error(`There is no guest ${name}`)
    return found[0]
  }

  /** Makes Xen run a guest on a host, whatever the database says. */
  runDomain(host: string, guest: string): number {
    const number = this.#nextDomain++
    this.domains.get(host)!.set(guest, number)
    return number
  }

  /** Makes Xen run a guest there no more, whatever the database says. */
  endDomain(host: string, guest: string): void {
    this.domains.get(host)!.delete(guest)
  }

  /** Writes into the database that a guest runs on a host, as that domain. */
  settle(guest: string, host: string, domid: number): void {
    const { database } = this
    database.change('VM', guest, {
      power_state: 'Running',
      resident_on: host,
      scheduled_to_be_resident_on: NOTHING,
      domid,
    })
    this.refresh(guest)
    for (const each of this.hosts) {
      const residents = database.all('VM').filter(([, record]) => record.resident_on === each)
      database.change('host', each, { resident_VMs: residents.map(([reference]) => reference) })
    }
  }

  halt(guest: string): void {
    for (const host of this.hosts) this.endDomain(host, guest)
    const values = { power_state: 'Halted', resident_on: NOTHING, domid: -1 }
    this.database.change('VM', guest, values)
    this.refresh(guest)
  }

  /** Works out again what may be done with a guest now. */
  refresh(guest: string): void {
    const record = this.database.get('VM', guest)
    const isFree = Object.keys(record.current_operations as ApiRecord).length === 0
    const blocked = Object.keys(record.blocked_operations as ApiRecord)
    const all = ALLOWED[String(record.power_state)] ?? []
    const allowed = isFree ? all : ['hard_reboot', 'hard_shutdown']
    this.database.change('VM', guest, {
      allowed_operations: allowed.filter((each) => !blocked.includes(each)),
    })
  }

  freeBytes(host: string): number {
    const { database } = this
    const total = Number(database.get('host_metrics', this.#metricsOf(host)).memory_total)
    const used = database
      .all('VM')
      .filter(
        ([, record]) =>
          record.is_control_domain !== true &&
          [record.resident_on, record.scheduled_to_be_resident_on].includes(host),
      )
      .reduce((sum, [, record]) => sum + Number(record.memory_static_max), 0)
    return total - Number(database.get('host', host).memory_overhead) - used
  }

  isLive(host: string): boolean {
    return this.database.get('host_metrics', this.#metricsOf(host)).live === true
  }

  setLive(host: string, live: boolean): void {
    this.database.change('host_metrics', this.#metricsOf(host), { live })
  }

  /** @throws ApiFailure where a guest could not start on a host */
  assertCanRun(guest: string, host: string): void {
    const record = this.database.get('VM', guest)
    if (!this.database.has('host', host) || !this.isLive(host))
      throw new ApiFailure('HOST_NOT_LIVE')
    if (this.database.get('host', host).enabled !== true)
      throw new ApiFailure('HOST_DISABLED', host)
    const missing = this.storagesOf(guest).find((storage) => !this.isAttached(host, storage))
    if (missing) throw new ApiFailure('VM_REQUIRES_SR', guest, missing)
    const features = (reference: string) =>
      (this.database.get('host', reference).cpu_info as ApiRecord).features_hvm
    const home = String(record.resident_on)
    if (home !== NOTHING && features(home) !== features(host))
      throw new ApiFailure(
        'VM_INCOMPATIBLE_WITH_THIS_HOST',
        guest,
        host,
        "VM last booted on a CPU with features this host's CPU does not have.",
      )
    const needed = Number(record.memory_static_max)
    const free = this.freeBytes(host)
    if (home !== host && needed > free)
      throw new ApiFailure('HOST_NOT_ENOUGH_FREE_MEMORY', String(needed), String(free))
  }

  /** As the real one, which looks at storage and at whether a host is enabled, and at nothing else. */
  possibleHosts(guest: string): string[] {
    const storages = this.storagesOf(guest)
    return this.hosts.filter(
      (host) =>
        this.database.get('host', host).enabled === true &&
        this.isLive(host) &&
        storages.every((storage) => this.isAttached(host, storage)),
    )
  }

  storagesOf(guest: string): string[] {
    const devices = this.database.get('VM', guest).VBDs as string[]
    return devices.map((device) => {
      const disk = String(this.database.get('VBD', device).VDI)
      return String(this.database.get('VDI', disk).SR)
    })
  }

  isAttached(host: string, storage: string): boolean {
    return this.database
      .all('PBD')
      .some(([, link]) => link.host === host && link.SR === storage && link.currently_attached)
  }

  #metricsOf(host: string): string {
    return String(this.database.get('host', host).metrics)
  }

  #addHost(host: DoubleHost, address: string, shared: string): string {
    const { database } = this
    const metrics = database.add('host_metrics', records.hostMetricsRecord(host))
    const reference = database.add('host', records.hostRecord(host, address, metrics))
    const cpus = Array.from({ length: host.pCpus ?? 4 }, (_, number) =>
      database.add('host_cpu', records.hostCpuRecord(reference, number)),
    )
    const local = database.add('SR', records.storageRecord(`local storage of ${host.name}`, false))
    const links = [shared, local].map((storage) => {
      const link = database.add('PBD', records.storageLinkRecord(reference, storage))
      const { PBDs } = database.get('SR', storage)
      database.change('SR', storage, { PBDs: [...(PBDs as string[]), link] })
      return link
    })
    this.domains.set(reference, new Map())
    const control = this.#addControlDomain(host, reference)
    const values = { host_CPUs: cpus, PBDs: links, control_domain: control }
    database.change('host', reference, values)
    return reference
  }

  #addControlDomain(host: DoubleHost, reference: string): string {
    const domain = { name: `Control domain on host: ${host.name}`, vCpus: host.domain0VCpus ?? 2 }
    const metrics = this.database.add('VM_metrics', records.guestMetricsRecord(domain))
    return this.database.add('VM', {
      ...records.guestRecord(domain, metrics),
      is_control_domain: true,
      power_state: 'Running',
      resident_on: reference,
      domid: 0,
    })
  }

  #addGuest(guest: DoubleGuest, turn: number, shared: string): void {
    const { database } = this
    const metrics = database.add('VM_metrics', records.guestMetricsRecord(guest))
    const reference = database.add('VM', records.guestRecord(guest, metrics))
    const host = guest.host === null || guest.isTemplate ? null : this.hosts[guest.host ?? turn]!
    if (guest.storage !== 'none') {
      const own = database
        .all('PBD')
        .find(([, link]) => link.host === (host ?? this.hosts[0]) && link.SR !== shared)
      const storage = guest.storage === 'local' ? String(own![1].SR) : shared
      const disk = database.add('VDI', records.diskRecord(storage))
      const device = database.add('VBD', records.blockDeviceRecord(reference, disk))
      database.change('VM', reference, { VBDs: [device] })
    }
    if (host === null) this.refresh(reference)
    else this.settle(reference, host, this.runDomain(host, reference))
  }
}

const ALLOWED: Record<string, string[]> = {
  Running: ['migrate_send', 'pool_migrate', 'suspend', 'clean_shutdown', 'hard_shutdown', 'pause'],
  Paused: ['unpause', 'hard_shutdown'],
  Halted: ['start', 'start_on', 'changing_static_range', 'destroy'],
}
