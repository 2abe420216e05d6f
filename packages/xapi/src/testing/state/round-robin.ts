import type { DoubleClock } from './double-clock.ts'
import type { PoolState } from './pool-state.ts'

/** What a guest did over a step, as shares of its time; the six classes add up to 1. */
export interface DoubleLoad {
  /** Share of a pCPU that each vCPU used. */
  vCpus: number[]
  fullrun: number
  full_contention: number
  concurrency_hazard: number
  blocked: number
  partial_run: number
  partial_contention: number
  /** Mean number of vCPUs that waited. */
  runnableVCpus: number
}

export type LoadOf = (guestUuid: string, endsAt: number) => DoubleLoad

const CLASSES = [
  'fullrun',
  'full_contention',
  'concurrency_hazard',
  'blocked',
  'partial_run',
  'partial_contention',
] as const
/** What is recorded of every guest, and what somebody has to ask for. */
const ON_REQUEST: readonly string[] = [
  ...CLASSES.map((each) => `runstate_${each}`),
  'runnable_any',
  'runnable_vcpus',
]
/** Steps of the archives of xcp-rrdd with how long each reaches back, in seconds. */
const ARCHIVES = [
  { step: 5, reach: 600 },
  { step: 60, reach: 7200 },
  { step: 3600, reach: 604_800 },
]

export interface Updates {
  start: number
  step: number
  end: number
  legend: string[]
  rows: { at: number; values: (number | 'lost')[] }[]
}

export interface UpdatesWish {
  start: number
  interval: number
  withHost: boolean
  guestUuids: readonly string[]
}

/** Why `rrd_updates` could not answer, as a status of HTTP. */
export class RrdFailure extends Error {
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

/** What xcp-rrdd of each host keeps of the domains that Xen runs there. */
export class RoundRobin {
  readonly #state: PoolState
  readonly #clock: DoubleClock
  /** By guest: which data sources are recorded beside the usual ones, and since when. */
  readonly #recorded = new Map<string, Map<string, number>>()
  readonly #since: number
  loadOf: LoadOf = () => IDLE
  /** Share of each pCPU of a host that was used. */
  hostLoadOf: (hostUuid: string, endsAt: number) => number = () => 0.25
  /** Samples that were lost: they are delivered as 0.0. */
  isLost: (guestUuid: string, endsAt: number) => boolean = () => false

  constructor(state: PoolState, clock: DoubleClock) {
    this.#state = state
    this.#clock = clock
    this.#since = clock.now
  }

  /** @throws Error as the daemon names an unknown source */
  record(guest: string, name: string): void {
    if (!this.sourcesOf(guest).includes(name))
      throw new Error(
        `IDL Error: [S(Rrdd_internal_error);S(Rrd_interface.Rrdd_error([S(Datasource_missing);S(${name})]))]`,
      )
    if (!ON_REQUEST.includes(name)) return
    const recorded = this.#recorded.get(guest) ?? new Map<string, number>()
    if (!recorded.has(name)) recorded.set(name, this.#clock.now)
    this.#recorded.set(guest, recorded)
  }

  forget(guest: string, name: string): void {
    this.#recorded.get(guest)?.delete(name)
  }

  isRecorded(guest: string, name: string): boolean {
    return !ON_REQUEST.includes(name) || (this.#recorded.get(guest)?.has(name) ?? false)
  }

  sourcesOf(guest: string): string[] {
    const { VCPUs_at_startup: count } = this.#state.database.get('VM', guest)
    const vCpus = Array.from({ length: Number(count) }, (_, index) => `cpu${index}`)
    return [...vCpus, 'cpu_usage', 'memory', ...ON_REQUEST]
  }

  /** @throws RrdFailure */
  updates(host: string, { start, interval, withHost, guestUuids }: UpdatesWish): Updates {
    const running = [...this.#state.domains.get(host)!.keys()].filter((guest) => {
      const { uuid } = this.#state.database.get('VM', guest)
      return guestUuids.length === 0 || guestUuids.includes(String(uuid))
    })
    if (guestUuids.length > 0 && running.length === 0 && !withHost)
      throw new RrdFailure(500, 'Rrd.No_RRA_Available')
    const columns = [
      ...(withHost ? this.#hostColumns(host) : []),
      ...running.flatMap((guest) => this.#guestColumns(guest)),
    ]
    const { now } = this.#clock
    const { step } =
      ARCHIVES.find((archive) => archive.step >= interval && now - start <= archive.reach) ??
      ARCHIVES.at(-1)!
    const end = Math.floor(now / step) * step
    const first = Math.floor(start / step) * step + step
    const rows: Updates['rows'] = []
    // The newest row comes first.
    for (let at = end; at >= first; at -= step)
      rows.push({ at, values: columns.map(({ value }) => value(at)) })
    return { start: first, step, end, legend: columns.map(({ entry }) => entry), rows }
  }

  #hostColumns(host: string) {
    const { uuid, cpu_info: cpu } = this.#state.database.get('host', host)
    const count = Number((cpu as Record<string, string>).cpu_count)
    const names = [...Array.from({ length: count }, (_, index) => `cpu${index}`), 'memory_free_kib']
    return names.map((name) => ({
      entry: `AVERAGE:host:${String(uuid)}:${name}`,
      value: (at: number): number =>
        at <= this.#since
          ? Number.NaN
          : name === 'memory_free_kib'
            ? 33_554_432
            : this.hostLoadOf(String(uuid), at),
    }))
  }

  #guestColumns(guest: string) {
    const record = this.#state.database.get('VM', guest)
    const uuid = String(record.uuid)
    const names = this.sourcesOf(guest).filter((name) => this.isRecorded(guest, name))
    return names.map((name) => ({
      entry: `AVERAGE:vm:${uuid}:${name}`,
      value: (at: number): number | 'lost' => {
        if (at <= (this.#recorded.get(guest)?.get(name) ?? this.#since)) return Number.NaN
        if (this.isLost(uuid, at)) return 'lost'
        const value = sampleOf(name, this.loadOf(uuid, at), Number(record.memory_static_max))
        // A rate above its maximum is lost, and one a little above it is cut to it.
        if (name === 'memory') return value
        return value > 1.05 ? 'lost' : Math.min(value, 1)
      },
    }))
  }
}

const IDLE: DoubleLoad = {
  vCpus: [],
  fullrun: 0,
  full_contention: 0,
  concurrency_hazard: 0,
  blocked: 1,
  partial_run: 0,
  partial_contention: 0,
  runnableVCpus: 0,
}

function sampleOf(name: string, load: DoubleLoad, memoryBytes: number): number {
  if (name === 'memory') return memoryBytes
  if (name === 'runnable_vcpus') return load.runnableVCpus
  if (name === 'runnable_any')
    return load.full_contention + load.concurrency_hazard + load.partial_contention
  if (name === 'cpu_usage')
    return load.vCpus.reduce((sum, each) => sum + each, 0) / Math.max(1, load.vCpus.length)
  const state = CLASSES.find((each) => name === `runstate_${each}`)
  return state ? load[state] : (load.vCpus[Number(name.slice(3))] ?? 0)
}
