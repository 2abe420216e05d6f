import type { SourceQuestion, SourceSettings } from '@steelyard/contract'
import type { Recording } from '@steelyard/traces'
import type { SourceFacts } from '../source-state.ts'

export interface SettledClock {
  /** Null while nobody knows. */
  startEpochSeconds: number | null
  question: SourceQuestion | null
}

/**
 * When a trace without a clock began: as declared, else as the recording says, else a
 * question with what the data suggests. An estimate is never taken without being confirmed.
 */
export function settleClock(
  kind: 'xentrace' | 'xenmon' | 'xentop',
  settings: SourceSettings,
  recording: Recording | null,
  facts: SourceFacts,
): SettledClock {
  if (settings.startedAt) {
    return { startEpochSeconds: Date.parse(settings.startedAt) / 1000, question: null }
  }
  const recorded = startIn(recording, kind)
  if (recorded) return { startEpochSeconds: recorded, question: null }
  return {
    startEpochSeconds: null,
    question: {
      id: 'start-time',
      text: `${kind} writes no time of day. When did it start, by the host's clock?`,
      blocking: true,
      candidates: [...alignedCandidate(facts), ...fileTimeCandidate(facts)],
    },
  }
}

function startIn(recording: Recording | null, kind: 'xentrace' | 'xenmon' | 'xentop') {
  if (kind === 'xentrace') return recording?.xentraceStartEpochHostSeconds
  return kind === 'xenmon'
    ? recording?.xenmonStartEpochHostSeconds
    : recording?.xentop?.startEpochHostSeconds
}

function alignedCandidate({ aligned }: SourceFacts): SourceQuestion['candidates'] {
  if (!aligned) return []
  return [
    {
      value: isoOf(aligned.startEpochSeconds),
      label: isoOf(aligned.startEpochSeconds),
      meaning: `Estimated: there CPU use follows the requests best (correlation ${aligned.correlation.toFixed(2)}).`,
    },
  ]
}

function fileTimeCandidate({
  modifiedAtEpochSeconds,
  lengthSeconds,
}: SourceFacts): SourceQuestion['candidates'] {
  if (modifiedAtEpochSeconds === null || lengthSeconds === null) return []
  const start = isoOf(modifiedAtEpochSeconds - lengthSeconds)
  return [
    {
      value: start,
      label: start,
      meaning: `If the file was last written at its end: ${Math.round(lengthSeconds)} s before ${isoOf(modifiedAtEpochSeconds)}.`,
    },
  ]
}

function isoOf(epochSeconds: number): string {
  return new Date(epochSeconds * 1000).toISOString()
}
