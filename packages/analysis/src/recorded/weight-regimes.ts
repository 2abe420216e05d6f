import { valueFor } from '@steelyard/model'
import type { WeightRegime } from './recorded-host.ts'

/** Weights according to one recording. */
export interface RecordedWeights {
  startEpochSeconds: number
  weights: Record<string, number>
  changes: readonly { atEpochSeconds: number; domain: string; weight: number }[]
}

export interface WeightChange {
  atEpochSeconds: number
  domain: string
  weight: number
}

/** Xen's default, for a domain whose weight is unknown. */
const DEFAULT_WEIGHT = 256

/**
 * Which weights applied when. Recordings come first; `atEnd` (from the operator) corrects the last
 * regime; `known` (the host's own) fills in what neither says. The first regime extends back
 * without limit, because a trace may begin before the recording that describes it.
 */
export function weightRegimes(
  recordings: readonly RecordedWeights[],
  said: { atEnd: Record<string, number>; known: Record<string, number> },
): WeightRegime[] {
  const moments = recordings.flatMap((recording) => [
    { at: recording.startEpochSeconds, weights: recording.weights },
    ...recording.changes.map((c) => ({ at: c.atEpochSeconds, weights: { [c.domain]: c.weight } })),
  ])
  moments.sort((a, b) => a.at - b.at)
  const regimes: WeightRegime[] = []
  let weights: Record<string, number> = { ...said.known }
  for (const moment of moments) {
    const next = { ...weights, ...moment.weights }
    const latest = regimes.at(-1)
    if (latest && !differs(latest.weights, next)) continue
    weights = next
    if (latest && latest.fromEpochSeconds === moment.at) latest.weights = next
    else regimes.push({ fromEpochSeconds: moment.at, weights: next })
  }
  const last = regimes.at(-1) ?? { fromEpochSeconds: 0, weights }
  if (regimes.length === 0) regimes.push(last)
  last.weights = { ...last.weights, ...said.atEnd }
  regimes[0]!.fromEpochSeconds = Number.NEGATIVE_INFINITY
  return regimes
}

function differs(a: Record<string, number>, b: Record<string, number>): boolean {
  return Object.keys({ ...a, ...b }).some((name) => valueFor(a, name) !== valueFor(b, name))
}

/** The weights at a moment, with Xen's default for every domain of `names` without one. */
export function weightsAt(
  regimes: readonly WeightRegime[],
  epochSeconds: number,
  names: readonly string[],
): Record<string, number> {
  const regime = regimes.findLast((r) => r.fromEpochSeconds <= epochSeconds) ?? regimes[0]
  return Object.fromEntries(
    names.map((name) => [name, valueFor(regime?.weights, name) ?? DEFAULT_WEIGHT]),
  )
}

/** The changes at each boundary, for the timeline. */
export function weightChanges(regimes: readonly WeightRegime[]): WeightChange[] {
  return regimes.slice(1).flatMap((regime, index) => {
    const before = regimes[index]!.weights
    return Object.entries(regime.weights)
      .filter(([domain, weight]) => (valueFor(before, domain) ?? weight) !== weight)
      .map(([domain, weight]) => ({ atEpochSeconds: regime.fromEpochSeconds, domain, weight }))
  })
}
