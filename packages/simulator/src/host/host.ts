import type { TwinConfig, TwinGuest } from '../config/twin-config.ts'
import type { Recorder } from '../results/recorder.ts'
import { unknown } from '../units.ts'
import { Domain } from './domain.ts'
import { KernelTicks } from './kernel-ticks.ts'
import { PCpu } from './p-cpu.ts'
import { workersOf } from './request-paths.ts'
import { serviceQueue } from './service-queue.ts'
import { VCpu } from './v-cpu.ts'
import type { Witness } from './witness.ts'

/**
 * State shared by the schedulers and the work: the clock, the domains with their vCPUs, the pCPUs.
 */
export class Host {
  /** ns since the start. */
  now = unknown
  readonly domains: Domain[]
  /** The vCPUs of all domains. */
  readonly vCpus: VCpu[] = []
  readonly pCpus: PCpu[]
  /** Number of pCPUs with a pending scheduling request. */
  mustScheduleCount = 0
  /** Null when nobody observes the run. */
  readonly witness: Witness | null

  /** @param phase uniform in [0, 1): the phase of each kernel's ticks */
  constructor(
    config: TwinConfig,
    domains: TwinGuest[],
    recorder: Recorder,
    phase: () => number,
    witness: Witness | null,
  ) {
    this.now = 0
    this.witness = witness
    this.pCpus = Array.from({ length: config.pCpus }, (_, p) => new PCpu(p))
    this.domains = domains.map(
      (domain, d) => new Domain(d, domain, workersOf(domain), recorder.tally(d)),
    )
    for (const [d, domain] of domains.entries()) this.#place(this.domains[d]!, domain, phase)
  }

  /** The initial pCPU of each vCPU: its allowed ones in turn, as Xen spreads vCPUs on creation. */
  #place(domain: Domain, config: TwinGuest, phase: () => number): void {
    const { vCpus = 1, affinity, hogs = 0, tick } = config
    for (let index = 0; index < vCpus; index++) {
      const v = this.vCpus.length
      const allowed = affinity?.[index]?.map((p) => this.pCpus[p]!) ?? this.pCpus
      const mayRun = this.pCpus.map((p) => allowed.includes(p))
      const ticks = new KernelTicks(tick, phase())
      const hogging = index < hogs
      const services = serviceQueue(config, ticks, hogging ? 1 : 0)
      const first = allowed[v % allowed.length]!
      const vCpu = new VCpu(this, v, domain, first, mayRun, ticks, services, hogging)
      this.vCpus.push(vCpu)
      domain.vCpus.push(vCpu)
    }
  }

  /** Xen's SCHEDULE_SOFTIRQ: the pCPU runs its scheduler before simulated time advances. */
  requestSchedule(p: PCpu): void {
    if (p.mustSchedule === true) return
    p.mustSchedule = true
    this.mustScheduleCount++
  }

  /** The lowest pCPU with a pending scheduling request, which is cleared. */
  takeScheduleRequest(): PCpu {
    let index = 0
    while (this.pCpus[index]!.mustSchedule === false) index++
    const p = this.pCpus[index]!
    p.mustSchedule = false
    this.mustScheduleCount--
    return p
  }

  changeState(v: VCpu, state: number): void {
    v.domain.tally.stateEnds(v.state, v.since, this.now)
    if (this.witness !== null) this.witness.stateChanges(v, state, this.now)
    v.state = state
    v.since = this.now
  }
}
