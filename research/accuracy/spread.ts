import { startOf } from '@steelyard/analysis'
import type { SpreadCase } from './accuracy-report.ts'
import type { Phase, Run } from './recordings/read-run.ts'
import { type Pair, summariseByBand } from './score.ts'

interface Repeat {
  run: Run
  phase: Phase
  index: number
}

/**
 * Groups phases with the same load, weights and scheduler but different random arrivals. The spread
 * of their means shows how much a single phase can reveal.
 */
export function findSpread(runs: readonly Run[]): SpreadCase[] {
  const groups = new Map<string, Repeat[]>()
  for (const run of runs) {
    for (const [index, phase] of run.phases.entries()) {
      const key = conditionsOf(run, phase)
      if (key === null) continue
      const group = groups.get(key) ?? []
      // A repetition of the same arrivals would understate chance.
      if (!group.some((other) => hasSameArrivals(other, { run, phase, index }))) {
        group.push({ run, phase, index })
      }
      groups.set(key, group)
    }
  }
  return [...groups.values()].flatMap(spreadOf).sort((a, b) => b.ratio - a.ratio)
}

function spreadOf(group: readonly Repeat[]): SpreadCase[] {
  const [{ phase: first } = {}] = group
  if (!first || group.length < 2) return []
  const used = group.flatMap(({ phase }) => phase.utilisation ?? [])
  return [...first.truth.keys()].flatMap((domain) => {
    const means = group.flatMap(({ run, phase }) => {
      const truth = phase.truth.get(domain)
      return truth ? [{ recording: run.name, phase: phase.span.label, mean: truth.mean }] : []
    })
    if (means.length < 2) return []
    const sorted = means.map(({ mean }) => mean).sort((a, b) => a - b)
    return {
      domain,
      arrivalRatePerSecond:
        first.load.domains.find(({ name }) => name === domain)?.arrivalRatePerSecond ?? 0,
      weights: first.weights,
      utilisation: used.length === 0 ? null : used.reduce((a, b) => a + b) / used.length,
      means,
      ratio: sorted.at(-1)! / sorted[0]!,
    }
  })
}

/**
 * The best that an estimate of the steady state could do: the phases of equal load predict each
 * other's means.
 */
export function scoreRepeats(spread: readonly SpreadCase[]) {
  const pairs = spread.flatMap(({ means, utilisation }): Pair[] =>
    means.map(({ mean }, index) => {
      const others = means.filter((_, other) => other !== index)
      const estimated = others.reduce((sum, other) => sum + other.mean, 0) / others.length
      return { measured: mean, estimated, utilisation }
    }),
  )
  return summariseByBand(pairs)
}

function conditionsOf({ recording }: Run, { span, weights }: Phase): string | null {
  const middle = (span.fromEpochSeconds + span.toEpochSeconds) / 2 - startOf(recording)
  const planned = recording.phases.find(
    ({ startSeconds, durationSeconds }) =>
      middle >= startSeconds && middle < startSeconds + durationSeconds,
  )
  if (!planned) return null
  const { scheduler } = recording
  return JSON.stringify({ scheduler, rates: planned.requestsPerSecond, weights })
}

function hasSameArrivals(a: Repeat, b: Repeat): boolean {
  return a.run.sameLoad !== null && a.run.sameLoad === b.run.sameLoad && a.index === b.index
}
