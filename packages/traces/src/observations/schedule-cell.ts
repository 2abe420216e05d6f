import type { LengthStats, ScheduleStats } from '../observation.ts'
import { Durations } from './durations.ts'
import { Moments } from './moments.ts'

/** The data of a scheduler trace about one domain in one window, apart from its seconds. */
export class ScheduleCell {
  offlineSeconds = 0
  continuations = 0
  readonly #durations: { wakeToRun?: Durations; runLength?: Durations } = {}
  readonly #moments: Record<'preemptedWait' | 'blockedLength', Moments> = {
    preemptedWait: new Moments(),
    blockedLength: new Moments(),
  }
  readonly #behind = new Map<string, number>()

  /** @throws RangeError for a schedule that was stored without sketches */
  static of(stats: ScheduleStats): ScheduleCell {
    const cell = new ScheduleCell()
    cell.offlineSeconds = stats.offlineSeconds
    cell.continuations = stats.continuations
    for (const what of ['wakeToRun', 'runLength'] as const)
      if (stats[what]) cell.#durations[what] = Durations.of(stats[what])
    for (const what of ['preemptedWait', 'blockedLength'] as const)
      if (stats[what]) cell.#moments[what] = Moments.of(stats[what])
    for (const [domain, seconds] of Object.entries(stats.waitedBehindSeconds))
      cell.addBehind(domain, seconds)
    return cell
  }

  addLength(what: ScheduleLength, seconds: number): void {
    if (what === 'wakeToRun' || what === 'runLength') this.#durationsOf(what).add(seconds)
    else this.#moments[what].add(seconds)
  }

  addBehind(domain: string, seconds: number): void {
    this.#behind.set(domain, (this.#behind.get(domain) ?? 0) + seconds)
  }

  merge(other: ScheduleCell): void {
    this.offlineSeconds += other.offlineSeconds
    this.continuations += other.continuations
    const { wakeToRun, runLength } = other.#durations
    if (wakeToRun) this.#durationsOf('wakeToRun').merge(wakeToRun)
    if (runLength) this.#durationsOf('runLength').merge(runLength)
    this.#moments.preemptedWait.merge(other.#moments.preemptedWait)
    this.#moments.blockedLength.merge(other.#moments.blockedLength)
    for (const [domain, seconds] of other.#behind) this.addBehind(domain, seconds)
  }

  toStats(): ScheduleStats {
    return {
      offlineSeconds: this.offlineSeconds,
      continuations: this.continuations,
      wakeToRun: this.#durations.wakeToRun?.toStats() ?? null,
      preemptedWait: statsOf(this.#moments.preemptedWait),
      runLength: this.#durations.runLength?.toStats() ?? null,
      blockedLength: statsOf(this.#moments.blockedLength),
      waitedBehindSeconds: Object.fromEntries(this.#behind),
    }
  }

  #durationsOf(what: 'wakeToRun' | 'runLength'): Durations {
    this.#durations[what] ??= new Durations()
    return this.#durations[what]
  }
}

export type ScheduleLength = 'wakeToRun' | 'preemptedWait' | 'runLength' | 'blockedLength'

function statsOf({ count, mean, variance }: Moments): LengthStats | null {
  return count === 0 ? null : { count, meanSeconds: mean, varianceSeconds2: variance }
}
