import type { DailySeason } from './daily-season.ts'
import type { Forecast, ForetoldTimes, ForetoldWindow } from './forecast.ts'
import type { KnownWindow } from './trigger-window.ts'

/** What a hotspot was opened or closed on. */
export interface HotspotEvidence {
  /** The end of the newest window. */
  atEpochSeconds: number
  /**
   * The n newest windows with a value, or fewer where k misses were enough, oldest first; each
   * with what had been foretold for it.
   */
  windows: (ForetoldWindow & KnownWindow)[]
  missed: number
  /** The target in force in the newest window, with which the forecast was compared. */
  targetSeconds: number
  forecast: Forecast
}

/** A domain that misses its target. */
export interface Hotspot {
  domain: string
  openedAtEpochSeconds: number
  evidence: HotspotEvidence
  /** Null while it is open. */
  closedAtEpochSeconds: number | null
  closingEvidence: HotspotEvidence | null
}

/**
 * All that the detection remembers of one domain: plain data, which may be stored after any window
 * and taken up again. A window seen twice changes nothing, so windows may be repeated after that. It
 * belongs to one length of windows; the other values of the rule may change.
 */
export interface TriggerState {
  domain: string
  /** The start of the first window seen. Null before. */
  firstEpochSeconds: number | null
  /** The newest windows, gaps included, newest last. */
  recent: ForetoldWindow[]
  /** What was foretold for the next window. Nothing after a gap. */
  next: ForetoldTimes
  season: DailySeason | null
  open: Hotspot | null
  /** The number of windows with a value since the last hotspot opened or closed. */
  knownSinceOpening: number
}

export function freshState(domain: string): TriggerState {
  return {
    domain,
    firstEpochSeconds: null,
    recent: [],
    next: { ar1: null, 'holt-winters': null },
    season: null,
    open: null,
    knownSinceOpening: 0,
  }
}
