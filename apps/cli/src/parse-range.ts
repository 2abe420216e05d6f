import { Timestamp } from '@steelyard/contract'
import { UsageFault } from './faults.ts'

const MS = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 }

/** @throws UsageFault */
export function parseTime(option: string, text: string): string {
  if (Timestamp.safeParse(text).success) return text
  throw new UsageFault(`--${option} ${text}: write it as 2026-11-28T08:00:00Z.`)
}

/**
 * Milliseconds of `45s`, `30m`, `2h` or `1d`.
 * @throws UsageFault
 */
export function parseLengthMs(option: string, text: string): number {
  const { number, unit } = /^(?<number>\d{1,6})(?<unit>[smhd])$/.exec(text)?.groups ?? {}
  if (!unit || Number(number) === 0) {
    throw new UsageFault(`--${option} ${text}: write it as 45s, 30m, 2h or 1d.`)
  }
  return Number(number) * MS[unit as keyof typeof MS]
}
