import { measuredResponseTime, startOf, windowsWithin } from '@steelyard/analysis'
import type { Weights } from '@steelyard/model'
import type { Phase, Run } from '../recordings/read-run.ts'

/** Successive phases of a recording with the same weights throughout. */
export interface Stretch {
  run: Run
  /** Index of the first phase. */
  index: number
  phases: readonly Phase[]
  weights: Weights
  fromEpochSeconds: number
  toEpochSeconds: number
}

/**
 * The ranges that a user would analyse: what a recording holds since the last change of weights, and
 * each of its phases with a CPU trace by itself.
 */
export function analysedStretches(run: Run): Stretch[] {
  const { phases } = run
  const last = phases.at(-1)!
  const from = phases.findLastIndex((phase) => !hasWeights(phase, last.weights)) + 1
  const whole = phases.length - from > 1 ? [stretchOf(run, from, phases.length - from)] : []
  return [...phases.map((_, index) => stretchOf(run, index, 1)), ...whole].filter((stretch) =>
    stretch.phases.every(({ utilisation }) => utilisation !== null),
  )
}

/** Every stretch of these recordings that had the same load, under whatever weights. */
export function stretchesLike(stretch: Stretch, runs: readonly Run[]): Stretch[] {
  const { length } = stretch.phases
  const wanted = loadOf(stretch)
  return runs.flatMap((run) =>
    run.phases.flatMap((_, index) => {
      const other = stretchOf(run, index, length)
      const isWhole = other.phases.length === length
      const isSteady = other.phases.every((phase) => hasWeights(phase, other.weights))
      const isSame = run === stretch.run && index === stretch.index
      return isWhole && isSteady && !isSame && loadOf(other) === wanted ? [other] : []
    }),
  )
}

/** Whether the very same requests came at the same times. */
export function haveSameArrivals(a: Stretch, b: Stretch): boolean {
  return a.run.sameLoad !== null && a.run.sameLoad === b.run.sameLoad && a.index === b.index
}

export function haveSameWeights(a: Stretch, b: Stretch): boolean {
  return b.phases.every((phase) => hasWeights(phase, a.weights))
}

/** What the side that the analysis looks at measured of a domain, in seconds. */
export function measuredIn(
  { run, fromEpochSeconds, toEpochSeconds }: Stretch,
  domain: string,
): { mean: number; p95: number } | null {
  const windows = windowsWithin(run.windows, fromEpochSeconds, toEpochSeconds)
  const measuredBy = run.guests.find(({ name }) => name === domain)?.measuredBy ?? null
  const { meanSeconds, p95Seconds } = measuredResponseTime(windows, domain, measuredBy) ?? {}
  return meanSeconds && p95Seconds ? { mean: meanSeconds, p95: p95Seconds } : null
}

function stretchOf(run: Run, index: number, length: number): Stretch {
  const phases = run.phases.slice(index, index + length)
  return {
    run,
    index,
    phases,
    weights: phases[0]!.weights,
    fromEpochSeconds: phases[0]!.span.fromEpochSeconds,
    toEpochSeconds: phases.at(-1)!.span.toEpochSeconds,
  }
}

/** Scheduler, clock and the rates of each phase. Unique for a recording without a plan. */
function loadOf({ run: { name, recording }, phases }: Stretch): string {
  const { scheduler } = recording
  const rates = phases.map(({ span }) => {
    const middle = (span.fromEpochSeconds + span.toEpochSeconds) / 2 - startOf(recording)
    const planned = recording.phases.find(
      ({ startSeconds, durationSeconds }) =>
        middle >= startSeconds && middle < startSeconds + durationSeconds,
    )
    return planned?.requestsPerSecond ?? name
  })
  return JSON.stringify({ scheduler, rates })
}

function hasWeights(phase: Phase, weights: Weights): boolean {
  const names = Object.keys({ ...phase.weights, ...weights })
  return names.every((name) => phase.weights[name] === weights[name])
}
