import type { FilledQuestion } from '@steelyard/contract'

/** The positions of a slider: round values, together with those that must be reached exactly. */
function stopsOf(round: readonly number[], exactly: readonly number[]): number[] {
  return [...new Set([...round, ...exactly])].toSorted((a, b) => a - b)
}

const OCTAVES = 4
const STEPS_PER_OCTAVE = 8

/** A weight acts by its ratio to the others, so its steps are ratios: 1/16 to 16 times today's. */
export function weightStops(now: number, exactly: readonly number[] = []): number[] {
  const steps = Array.from({ length: 2 * OCTAVES * STEPS_PER_OCTAVE + 1 }, (_, step) =>
    Math.round(now * 2 ** (step / STEPS_PER_OCTAVE - OCTAVES)),
  )
  return stopsOf(
    steps.filter((weight) => weight >= 1 && weight <= 65_535),
    [now, ...exactly],
  )
}

/** A domain can have no more than an absent cap allows, so this stop comes last. */
const NO_CAP = 0

/** Percent of one pCPU in steps of 5, followed by no cap. */
export function capStops(now: number): number[] {
  const most = Math.max(100, Math.ceil(now / 100) * 100)
  const steps = Array.from({ length: most / 5 }, (_, step) => 5 * (step + 1))
  return [...stopsOf(steps, now === NO_CAP ? [] : [now]), NO_CAP]
}

/** Load factors from a twentieth to three times the analysed load. */
export function loadStops(now: number): number[] {
  const steps = Array.from({ length: 60 }, (_, step) => (step + 1) / 20)
  return stopsOf(steps, [now])
}

const tslices = [1, 2, 3, 5, 10, 15, 20, 30, 50, 100, 200, 500, 1000]
const ratelimits = [0, 100, 200, 500, 1000, 2000, 5000, 10_000, 20_000, 50_000, 100_000]

/** Paper 4 published 1.28, 3.75 and 4.89. */
const overheads = [0, 1, 1.28, 2, 3, 3.75, 4.89, 6, 8, 10, 15, 20]

export function overheadStops(now: number, measured: number): number[] {
  return stopsOf(overheads, [now, measured])
}

export function tsliceStops(now: number): number[] {
  return stopsOf(tslices, [now])
}

/** Xen refuses a ratelimit that is longer than the time slice. */
export function ratelimitStops(now: number, tsliceMs: FilledQuestion['tsliceMs']): number[] {
  const most = tsliceMs === null ? Number.POSITIVE_INFINITY : tsliceMs * 1000
  return stopsOf(ratelimits, [now]).filter((us) => us <= most || us === now)
}
