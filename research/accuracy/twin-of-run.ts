import type { TwinNote } from '@steelyard/analysis'
import {
  calibratedHostLoad,
  domain0CostOf,
  hostScheduling,
  twinOfLoad,
  within,
} from '@steelyard/analysis'
import { type TwinConfig, underWeights } from '@steelyard/simulator'
import type { Run } from './recordings/read-run.ts'

/** The twin of a whole run; its time 0 is the start of the first phase. */
export interface RecordedTwin {
  /** The configuration under the weights that were in force. */
  config: TwinConfig
  horizonSeconds: number
  boundariesSeconds: number[]
  /** Start of each phase in the twin's time. */
  phaseStartsSeconds: number[]
  /** Whether the CPU time of each phase's requests is known. The twin cannot answer without it. */
  isKnown: boolean[]
  /** Sentences about what was assumed. */
  notes: string[]
}

/**
 * Builds the twin as an analysis does, from the requests in the servers' logs and their CPU seconds
 * by the utilisation law. Null without a CPU trace: durations in a log contain the waits that the
 * twin has to predict.
 */
export function recordedTwin(run: Run): RecordedTwin | null {
  const { host, windows, guests, calibration, phases, facts } = run
  const stretch = {
    fromEpochSeconds: phases[0]!.span.fromEpochSeconds,
    toEpochSeconds: phases.at(-1)!.span.toEpochSeconds,
  }
  const domain0 = domain0CostOf(windows, stretch)
  if (!domain0 || guests.some((guest) => guest.serviceTimeSource !== 'cpu')) return null
  const span = spanOf(run)
  const weights = phases.map((phase) => phase.weights)
  const played = {
    load: calibratedHostLoad(host, windows, guests, calibration),
    weights: weights[0]!,
    scheduling: hostScheduling(facts),
    twin: { domain0 },
  }
  const arrivals = run.arrivals.map((logged) =>
    within(logged, stretch.fromEpochSeconds, stretch.toEpochSeconds),
  )
  const changes = changesOf(weights, span.phaseStartsSeconds)
  const { config, notes } = twinOfLoad(played, arrivals, changes)
  const unknown = phases.map(({ load: { demand } }) =>
    demand?.code === 'no-cpu-coverage' ? demand.sentence : null,
  )
  return {
    ...span,
    config,
    isKnown: unknown.map((reason) => reason === null),
    notes: [
      ...notes.map(noteWords),
      ...unknown.flatMap((reason, index) =>
        reason === null ? [] : [`${phases[index]!.span.label} is left out by the twin. ${reason}`],
      ),
    ],
  }
}

/**
 * The same twin under other weights.
 * @param weights of each phase, in order
 */
export function twinUnder(
  { config, phaseStartsSeconds }: RecordedTwin,
  weights: readonly Record<string, number>[],
): TwinConfig {
  return {
    ...underWeights(config, weights[0]!),
    changes: changesOf(weights, phaseStartsSeconds),
  }
}

function spanOf({ phases }: Run) {
  const zero = phases[0]!.span.fromEpochSeconds
  const spans = phases.map(({ span }) => ({
    from: span.fromEpochSeconds - zero,
    to: span.toEpochSeconds - zero,
  }))
  const horizonSeconds = spans.at(-1)!.to
  const edges = new Set(spans.flatMap(({ from, to }) => [from, to]))
  return {
    horizonSeconds,
    boundariesSeconds: [...edges]
      .filter((at) => at > 0 && at < horizonSeconds)
      .sort((a, b) => a - b),
    phaseStartsSeconds: spans.map(({ from }) => from),
  }
}

function changesOf(
  weights: readonly Record<string, number>[],
  startsSeconds: readonly number[],
): NonNullable<TwinConfig['changes']> {
  return weights.slice(1).flatMap((now, index) =>
    Object.entries(now)
      .filter(([domain, weight]) => weights[index]![domain] !== weight)
      .map(([domain, weight]) => ({ atSeconds: startsSeconds[index + 1]!, domain, weight })),
  )
}

function noteWords(note: TwinNote): string {
  switch (note.code) {
    case 'demand':
      return note.doubt.sentence
    case 'connections':
      return note.stated
        ? `The twin takes connections to be ${note.stated.kind === 'kept-open' ? 'kept open' : 'opened for each request'}, as the files say.`
        : 'Whether connections stay open is not known: the twin takes each request to open one.'
    default:
      return note.code
  }
}
