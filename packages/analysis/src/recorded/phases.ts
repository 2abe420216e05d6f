import type { TimeSpan } from '../settings.ts'
import type { PlannedPhase, WeightRegime } from './recorded-host.ts'

/**
 * A change this close to a boundary was meant to be on it, because the clocks of client and host
 * differ a little.
 */
const TOLERANCE_SECONDS = 1

/**
 * The stretches that the result reports separately: the phases of the recording, split at weight
 * changes inside them. Without a recording there is one stretch per weight regime.
 */
export function phasesOf(
  planned: readonly PlannedPhase[],
  regimes: readonly WeightRegime[],
  recorded: TimeSpan,
): PlannedPhase[] {
  const cuts = regimes.slice(1).map((regime) => regime.fromEpochSeconds)
  if (planned.length > 0) return planned.flatMap((phase) => cut(phase, cuts))
  const whole: PlannedPhase = { label: 'Whole recording', ...recorded }
  return cut(whole, cuts).map((span, index, all) =>
    all.length === 1 ? span : { ...span, label: `Weights ${index + 1}` },
  )
}

function cut(span: PlannedPhase, cuts: readonly number[]): PlannedPhase[] {
  const inside = cuts.filter(
    (at) =>
      at > span.fromEpochSeconds + TOLERANCE_SECONDS &&
      at < span.toEpochSeconds - TOLERANCE_SECONDS,
  )
  if (inside.length === 0) return [span]
  const edges = [span.fromEpochSeconds, ...inside, span.toEpochSeconds]
  return edges.slice(1).map((toEpochSeconds, index) => ({
    label: `${span.label}${String.fromCharCode(97 + (index % 26))}`,
    fromEpochSeconds: edges[index]!,
    toEpochSeconds,
  }))
}
