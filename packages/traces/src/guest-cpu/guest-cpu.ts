import type { CpuMeter } from '../observations/cpu-meter.ts'
import type { ObservationBuilder } from '../observations/observation-builder.ts'
import type { Subject } from '../observations/subject.ts'
import type { Shares } from './shares.ts'

/** What a tool inside a guest measured: shares of all its vCPUs, interval by interval. */
export class GuestCpu {
  readonly #meter: CpuMeter
  readonly #domain: Subject
  readonly #into: ObservationBuilder
  #covered: { from: number; to: number } | null = null

  constructor(meter: CpuMeter, domain: Subject, into: ObservationBuilder) {
    this.#meter = meter
    this.#domain = domain
    this.#into = into
  }

  add({ used, steal, idle }: Shares, vCpus: number, from: number, to: number): void {
    const seconds = (percent: number) => (percent / 100) * vCpus * (to - from)
    this.#into.addCpu(this.#meter, this.#domain, from, to, {
      usedSeconds: seconds(used),
      runnableWaitSeconds: steal === null ? null : seconds(steal),
      blockedSeconds: seconds(idle),
      dispatches: null,
      ioCount: null,
    })
    if (this.#covered?.to !== from) this.close()
    this.#covered = { from: this.#covered?.from ?? from, to }
  }

  /** Call at the end. */
  close(): void {
    if (!this.#covered) return
    this.#into.coverCpu(this.#meter, this.#domain, this.#covered.from, this.#covered.to)
    this.#covered = null
  }
}
