import type { Judged } from './judge.ts'

const DAY_SECONDS = 86_400

/** One detector over all replays. */
export interface Summary {
  episodes: number
  missed: number
  /** Null when nothing was found. */
  medianDelaySeconds: number | null
  p95DelaySeconds: number | null
  falseAlarms: number
  falseAlarmsPerDay: number
  reopened: number
  needlessMinutesPerDay: number
}

export function summarise(judged: readonly Judged[], seconds: number): Summary {
  const delays = judged.flatMap(({ delaysSeconds }) => delaysSeconds).sort((a, b) => a - b)
  const sum = (of: (each: Judged) => number) => judged.reduce((total, each) => total + of(each), 0)
  const days = seconds / DAY_SECONDS
  const missed = sum((each) => each.missed)
  const falseAlarms = sum((each) => each.falseAlarms)
  return {
    episodes: delays.length + missed,
    missed,
    medianDelaySeconds: rank(delays, 0.5),
    p95DelaySeconds: rank(delays, 0.95),
    falseAlarms,
    falseAlarmsPerDay: falseAlarms / days,
    reopened: sum((each) => each.reopened),
    needlessMinutesPerDay: sum((each) => each.needlessSeconds) / 60 / days,
  }
}

/** The smallest value that this fraction of all does not exceed. */
function rank(sorted: readonly number[], fraction: number): number | null {
  return sorted[Math.ceil(fraction * sorted.length) - 1] ?? null
}
