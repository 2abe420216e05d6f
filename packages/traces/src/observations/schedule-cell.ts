import type { DurationStats, ScheduleStats } from '../observation.ts'
import { Durations } from './durations.ts'

const LENGTHS = ['wakeToRun', 'preemptedWait', 'runLength', 'blockedLength'] as const
export type ScheduleLength = (typeof LENGTHS)[number]

/** What a trace of the scheduler tells of one domain in one window, beyond its seconds. */
export class ScheduleCell {
  offlineSeconds = 0
  continuations = 0
  private readonly lengths = new Map<ScheduleLength, Durations>()
  private readonly behind = new Map<string, number>()

  addLength(what: ScheduleLength, seconds: number): void {
    this.durations(what).add(seconds)
  }

  addBehind(domain: string, seconds: number): void {
    this.behind.set(domain, (this.behind.get(domain) ?? 0) + seconds)
  }

  merge(other: ScheduleCell): void {
    this.offlineSeconds += other.offlineSeconds
    this.continuations += other.continuations
    for (const [what, durations] of other.lengths) this.durations(what).merge(durations)
    for (const [domain, seconds] of other.behind) this.addBehind(domain, seconds)
  }

  toStats(): ScheduleStats {
    const stats = (what: ScheduleLength): DurationStats | null =>
      this.lengths.get(what)?.toStats() ?? null
    return {
      offlineSeconds: this.offlineSeconds,
      continuations: this.continuations,
      wakeToRun: stats('wakeToRun'),
      preemptedWait: stats('preemptedWait'),
      runLength: stats('runLength'),
      blockedLength: stats('blockedLength'),
      waitedBehindSeconds: Object.fromEntries(this.behind),
    }
  }

  private durations(what: ScheduleLength): Durations {
    let durations = this.lengths.get(what)
    if (!durations) {
      durations = new Durations()
      this.lengths.set(what, durations)
    }
    return durations
  }
}
