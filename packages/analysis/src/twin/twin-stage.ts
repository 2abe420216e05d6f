import { TwinError } from '@steelyard/simulator'
import type { EstimatedWindow } from '../estimates/estimate-windows.ts'
import type { PhaseResult } from '../estimates/phase-results.ts'
import type { AnalysisLoad } from '../load/analysis-load.ts'
import type { PlannedPhase, RecordedHost, Window } from '../recorded/recorded-host.ts'
import { arrivalRate } from '../recorded/request-rates.ts'
import { windowsWithin } from '../recorded/window-list.ts'
import type { TimeSpan } from '../settings.ts'
import type { DomainArrivals } from './arrivals.ts'
import {
  leftOut,
  type PlayedRecording,
  type PlayedTwin,
  type PlayWatch,
  playRecording,
} from './play-recording.ts'

export interface TwinStage {
  twin: PlayedTwin
  /** Null when the twin was left out. */
  played: PlayedRecording | null
  /** Arrivals in the stretch that it was to play. */
  arrivals: readonly DomainArrivals[]
}

/**
 * Lets the twin play the playable part of the recording; the rest yields a reason, not an error.
 */
export async function twinStage(
  found: AnalysisLoad,
  recorded: {
    host: RecordedHost
    windows: readonly Window[]
    stretch: TimeSpan | null
    phases: readonly PlannedPhase[]
  },
  readArrivals: (stretch: TimeSpan) => Promise<DomainArrivals[] | null>,
  watch: PlayWatch,
): Promise<TwinStage> {
  const { stretch } = recorded
  const { twin } = found
  if (!stretch || 'cannot' in twin) {
    const obstacle = 'cannot' in twin ? twin.cannot : { code: 'window-too-large' as const }
    return { twin: leftOut(obstacle, found), played: null, arrivals: [] }
  }
  const arrivals = await readArrivals(stretch)
  if (!arrivals)
    return { twin: leftOut({ code: 'arrivals-not-kept' }, found), played: null, arrivals: [] }
  try {
    const played = await playRecording(
      { ...found, twin },
      { ...recorded, stretch, arrivals },
      watch,
    )
    return { twin: played.twin, played, arrivals }
  } catch (error) {
    if (!(error instanceof TwinError)) throw error
    const obstacle = { code: 'refused' as const, message: error.message }
    return { twin: leftOut(obstacle, found), played: null, arrivals }
  }
}

/** Adds the twin's estimates to the rows of the windows that it played. */
export function withTwin(
  rows: readonly EstimatedWindow[],
  played: PlayedRecording | null,
): readonly EstimatedWindow[] {
  if (!played) return rows
  return rows.map((row) => {
    const means = played.windowMeans.get(row.startEpochSeconds)
    if (!means) return row
    const twin = means.get(row.domain) ?? null
    return { ...row, estimatesSeconds: { ...row.estimatesSeconds, twin } }
  })
}

/** Adds the twin to the phases that it played in full: its windows, weighted by their requests. */
export function phasesWithTwin(
  phases: readonly PhaseResult[],
  windows: readonly Window[],
  played: PlayedRecording | null,
): PhaseResult[] {
  if (!played) return [...phases]
  return phases.map((phase) => {
    const { fromEpochSeconds, toEpochSeconds } = phase.span
    const inside = windowsWithin(windows, fromEpochSeconds, toEpochSeconds)
    return {
      ...phase,
      domains: phase.domains.map((domain) => ({
        ...domain,
        estimatesSeconds: {
          ...domain.estimatesSeconds,
          twin: meanOver(inside, domain.domain, played),
        },
      })),
    }
  })
}

function meanOver(
  windows: readonly Window[],
  domain: string,
  { windowMeans }: PlayedRecording,
): number | null {
  let weighted = 0
  let requests = 0
  for (const window of windows) {
    const count = arrivalRate([window], domain) * window.seconds
    if (count === 0) continue
    const mean = windowMeans.get(window.startEpochSeconds)?.get(domain) ?? null
    if (mean === null) return null
    weighted += count * mean
    requests += count
  }
  return requests === 0 ? null : weighted / requests
}
