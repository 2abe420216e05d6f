import type { Observation } from '../observation.ts'

/** One value per step; `start` counts in steps too. */
export interface StepSeries {
  start: number
  values: number[]
}

/** One step is one window; windows without an observation in between are zeros. */
export function seriesByDomain(
  observations: readonly Observation[],
  amountOf: (o: Observation) => number | null,
): Map<string, StepSeries> {
  const points = new Map<string, [number, number][]>()
  for (const o of observations) {
    const value = amountOf(o)
    if (value === null) continue
    const list = points.get(o.domain) ?? []
    list.push([Math.round(o.windowStartEpochSeconds / o.windowSeconds), value])
    points.set(o.domain, list)
  }
  const series = new Map<string, StepSeries>()
  for (const [domain, list] of points) {
    const start = list.reduce((min, [at]) => Math.min(min, at), Number.POSITIVE_INFINITY)
    const end = list.reduce((max, [at]) => Math.max(max, at), Number.NEGATIVE_INFINITY)
    const values = new Array<number>(end - start + 1).fill(0)
    for (const [at, value] of list) values[at - start]! += value
    series.set(domain, { start, values })
  }
  return series
}

/** Cuts all series to the same stretch of `steps` steps, where their sum varies most. */
export function liveliestPart(series: readonly StepSeries[], steps: number): StepSeries[] {
  const start = Math.min(...series.map((s) => s.start))
  const end = Math.max(...series.map((s) => s.start + s.values.length))
  const total = new Array<number>(end - start).fill(0)
  for (const s of series)
    s.values.forEach((value, i) => {
      total[s.start - start + i]! += value
    })
  let sum = 0
  let squares = 0
  let best = { variance: -1, from: 0 }
  total.forEach((value, i) => {
    const leaving = i >= steps ? total[i - steps]! : 0
    sum += value - leaving
    squares += value * value - leaving * leaving
    const variance = squares / steps - (sum / steps) ** 2
    if (i >= steps - 1 && variance > best.variance) best = { variance, from: i - steps + 1 }
  })
  const from = start + best.from
  return series.map((s) => ({
    start: Math.max(s.start, from),
    values: s.values.slice(Math.max(0, from - s.start), Math.max(0, from + steps - s.start)),
  }))
}
