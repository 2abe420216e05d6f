import type { HostMark } from '@steelyard/contract'

/** A range of time, and how many marks of each sort are asked for. */
export interface MarksWanted {
  from: Date
  to: Date
  limit: number
}

/** A mark without what most marks lack. */
export function mark(at: Date, kind: HostMark['kind'], text: string): HostMark {
  const nothing = { to: null, domain: null, planId: null, hotspotId: null }
  return { at: at.toISOString(), kind, text, ...nothing }
}
