import type { ScheduleStream } from '../observations/schedule-stream.ts'

interface DomainUse {
  name: string
  stream: ScheduleStream
  /** Number of pCPUs that run it now, and its accumulated part of all pCPUs' time. */
  running: number
  had: number
  hadAt: number
  /** Number of its vCPUs that wait now, and `had` of every domain at the last write. */
  waiting: number
  hadThen: Float64Array
  hadThenAt: number
}

/**
 * Who ran while a domain waited. Each pCPU has an equal part of a wait. A domain's part of all
 * pCPUs' time during the wait is the difference of a running total, so a wait costs one look at
 * each domain, however many switches it spans.
 */
export class WaitedBehind {
  readonly #domains: DomainUse[] = []
  #pCpus = 0

  /** Returns the domain's index here. */
  add(name: string, stream: ScheduleStream): number {
    const use = { name, stream, running: 0, had: 0, hadAt: 0, waiting: 0 }
    return this.#domains.push({ ...use, hadThen: new Float64Array(0), hadThenAt: 0 }) - 1
  }

  setPCpus(at: number, pCpus: number): void {
    for (const domain of this.#domains) this.#settle(domain, at)
    this.#pCpus = pCpus
  }

  run(domain: number, at: number, change: 1 | -1): void {
    const use = this.#domains[domain]!
    this.#settle(use, at)
    use.running += change
  }

  wait(domain: number, at: number, change: 1 | -1): void {
    const use = this.#domains[domain]!
    this.#write(use, at)
    use.waiting += change
    if (use.waiting > 0) this.#remember(use, at)
  }

  /** Writes the pending waits at the end of a window. */
  writeAll(at: number): void {
    for (const use of this.#domains) {
      if (use.waiting === 0) continue
      this.#write(use, at)
      this.#remember(use, at)
    }
  }

  #settle(use: DomainUse, at: number): void {
    if (use.running > 0) use.had += (use.running * (at - use.hadAt)) / this.#pCpus
    use.hadAt = at
  }

  #remember(use: DomainUse, at: number): void {
    const domains = this.#domains
    if (use.hadThen.length < domains.length) use.hadThen = new Float64Array(domains.length * 2)
    for (let i = 0; i < domains.length; i++) {
      this.#settle(domains[i]!, at)
      use.hadThen[i] = domains[i]!.had
    }
    use.hadThenAt = at
  }

  #write(use: DomainUse, at: number): void {
    if (use.waiting === 0) return
    const middle = (use.hadThenAt + at) / 2
    for (let i = 0; i < this.#domains.length; i++) {
      const other = this.#domains[i]!
      this.#settle(other, at)
      // A domain that was not known then had received nothing.
      const had = other.had - (use.hadThen[i] ?? 0)
      if (had > 0) use.stream.waitedBehind(other.name, middle, had * use.waiting)
    }
  }
}
