/** Xen's limits: `xl sched-credit` takes weights from 1 to 65535, and caps in percent of one pCPU. */
export const MOST_WEIGHT = 65_535
export const MOST_CAP_PERCENT = 65_535

/** A stored weight, or null for one that Xen would not take: XAPI stores any text unchecked. */
export function weightOf(text: string | undefined): number | null {
  return wholeBetween(text, 1, MOST_WEIGHT)
}

/** A stored cap in percent of one pCPU, 0 for none, or null for one that Xen would not take. */
export function capOf(text: string | undefined): number | null {
  return wholeBetween(text, 0, MOST_CAP_PERCENT)
}

function wholeBetween(text: string | undefined, least: number, most: number): number | null {
  if (text === undefined || !/^\d{1,5}$/.test(text)) return null
  const value = Number(text)
  return value >= least && value <= most ? value : null
}
