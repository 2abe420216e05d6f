import type { LengthStats, ScheduleStats } from '../observation.ts'
import { Durations } from './durations.ts'
import { Moments } from './moments.ts'

/** What a trace of the scheduler tells of one domain in one window, beyond its seconds. */
export class ScheduleCell {
  offlineSeconds = 0
  continuations = 0
  private wakeToRun: Durations | null = null
  private runLength: Durations | null = null
  private readonly preemptedWait = new Moments()
  private readonly blockedLength = new Moments()
  private readonly behind = new Map<string, number>()

  addLength(what: ScheduleLength, seconds: number): void {
    if (what === 'wakeToRun' || what === 'runLength') this.durations(what).add(seconds)
    else this[what].add(seconds)
  }

  addBehind(domain: string, seconds: number): void {
    this.behind.set(domain, (this.behind.get(domain) ?? 0) + seconds)
  }

  merge(other: ScheduleCell): void {
    this.offlineSeconds += other.offlineSeconds
    this.continuations += other.continuations
    if (other.wakeToRun) this.durations('wakeToRun').merge(other.wakeToRun)
    if (other.runLength) this.durations('runLength').merge(other.runLength)
    this.preemptedWait.merge(other.preemptedWait)
    this.blockedLength.merge(other.blockedLength)
    for (const [domain, seconds] of other.behind) this.addBehind(domain, seconds)
  }

  toStats(): ScheduleStats {
    return {
      offlineSeconds: this.offlineSeconds,
      continuations: this.continuations,
      wakeToRun: this.wakeToRun?.toStats() ?? null,
      preemptedWait: statsOf(this.preemptedWait),
      runLength: this.runLength?.toStats() ?? null,
      blockedLength: statsOf(this.blockedLength),
      waitedBehindSeconds: Object.fromEntries(this.behind),
    }
  }

  private durations(what: 'wakeToRun' | 'runLength'): Durations {
    this[what] ??= new Durations()
    return this[what]
  }
}

export type ScheduleLength = 'wakeToRun' | 'preemptedWait' | 'runLength' | 'blockedLength'

function statsOf({ count, mean, variance }: Moments): LengthStats | null {
  return count === 0 ? null : { count, meanSeconds: mean, varianceSeconds2: variance }
}
