import type { HostMark } from '@steelyard/contract'
import { BARE_MARK } from '../../hosts/annotations/annotation-marks.ts'

/** A range of time, and how many marks of each sort are asked for. */
export interface MarksWanted {
  from: Date
  to: Date
  limit: number
}

/** A mark without what most marks lack. */
export function mark(at: Date, kind: HostMark['kind'], text: string): HostMark {
  return { ...BARE_MARK, at: at.toISOString(), kind, text }
}
