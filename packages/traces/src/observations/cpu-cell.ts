import type { CpuStats } from '../observation.ts'
import type { CpuMeter } from './cpu-meter.ts'
import { ScheduleCell } from './schedule-cell.ts'
import type { PartSums } from './window-parts.ts'

export interface CpuAmounts {
  usedSeconds: number
  runnableWaitSeconds: number | null
  blockedSeconds: number | null
  dispatches: number | null
  ioCount: number | null
}

/** CPU time of one domain in one window; amounts of several pCPUs or partial intervals add up. */
export class CpuCell {
  #amounts: CpuAmounts | null = null
  #scheduleCell: ScheduleCell | null = null
  readonly usedByPart: PartSums

  constructor(usedByPart: PartSums) {
    this.usedByPart = usedByPart
  }

  /**
   * The CPU time of a stored window. Its parts come apart, because stored ones may be null.
   *
   * @throws RangeError for a window that was stored without what merging needs
   */
  static of(stats: CpuStats, usedByPart: PartSums): CpuCell {
    const cell = new CpuCell(usedByPart)
    cell.add(stats, 1)
    if (stats.schedule) cell.#scheduleCell = ScheduleCell.of(stats.schedule)
    return cell
  }

  /** The data that only a scheduler trace contains. */
  get schedule(): ScheduleCell {
    this.#scheduleCell ??= new ScheduleCell()
    return this.#scheduleCell
  }

  add(more: CpuAmounts, fraction: number): void {
    const a = this.#amounts
    this.#amounts = {
      usedSeconds: (a?.usedSeconds ?? 0) + more.usedSeconds * fraction,
      runnableWaitSeconds: plus(a, 'runnableWaitSeconds', more, fraction),
      blockedSeconds: plus(a, 'blockedSeconds', more, fraction),
      dispatches: plus(a, 'dispatches', more, fraction),
      ioCount: plus(a, 'ioCount', more, fraction),
    }
  }

  merge(other: CpuCell): void {
    if (other.#amounts) this.add(other.#amounts, 1)
    this.usedByPart.merge(other.usedByPart)
    if (other.#scheduleCell) this.schedule.merge(other.#scheduleCell)
  }

  /**
   * For a window without any row inside a trace that covers it: the domain received no CPU time.
   */
  toStats(
    meter: Pick<CpuMeter, 'id' | 'measuresWaiting'>,
    coveredSeconds: number,
    untrusted: ReadonlySet<keyof CpuAmounts>,
    isCovered: (part: number) => boolean,
  ): CpuStats {
    const none = meter.measuresWaiting ? 0 : null
    const a = this.#amounts ?? {
      usedSeconds: 0,
      runnableWaitSeconds: none,
      blockedSeconds: null,
      dispatches: none,
      ioCount: none,
    }
    return {
      source: meter.id,
      coveredSeconds,
      usedSeconds: a.usedSeconds,
      usedByPart: this.usedByPart.toList(isCovered),
      runnableWaitSeconds: untrusted.has('runnableWaitSeconds') ? null : a.runnableWaitSeconds,
      blockedSeconds: untrusted.has('blockedSeconds') ? null : a.blockedSeconds,
      dispatches: untrusted.has('dispatches') ? null : a.dispatches,
      ioCount: untrusted.has('ioCount') ? null : a.ioCount,
      ...(this.#scheduleCell ? { schedule: this.#scheduleCell.toStats() } : {}),
    }
  }
}

function plus(
  have: CpuAmounts | null,
  key: Exclude<keyof CpuAmounts, 'usedSeconds'>,
  more: CpuAmounts,
  fraction: number,
): number | null {
  const add = more[key]
  if (have === null) return add === null ? null : add * fraction
  const old = have[key]
  return old === null || add === null ? null : old + add * fraction
}
