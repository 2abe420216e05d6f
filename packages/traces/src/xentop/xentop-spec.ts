import type { CpuMeter } from '../observations/cpu-meter.ts'
import type { Subject } from '../observations/subject.ts'

/** It prints tenths of a per cent. */
export const XENTOP_METER: CpuMeter = {
  id: 'xentop',
  rank: 2,
  watches: 'host',
  joinSeconds: 2,
  coversAbsent: false,
  silentWhenIdle: false,
  measuresWaiting: false,
  finestWindowSeconds: 1,
}

export interface XentopSpec {
  kind: 'xentop'
  /**
   * Host time of the first sample (which itself is dropped: its CPU(%) is always 0). 0 where stamps
   * in the file say it.
   */
  startEpochSeconds: number
  /** The delay between samples (`-d`). 0 where each sample is stamped. */
  intervalSeconds: number
  /**
   * What stamps in front of the lines, or on lines of their own, say: the moment, or only the time of
   * day, which gives the steps between samples. Absent where there are none.
   */
  stamps?: 'moment' | 'time-of-day'
  /** IANA zone of stamps without an offset. Default UTC. */
  timeZone?: string
  /** Stamps without a year are the latest ones before this. Default is the current time. */
  writtenBeforeEpochSeconds?: number
  /**
   * Maps a name as printed (cut to 10 characters without `-f`) to a domain; others keep the printed
   * name.
   */
  domainNames?: Record<string, Subject>
}
