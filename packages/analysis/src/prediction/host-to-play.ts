import type { TwinConfig } from '@steelyard/simulator'
import type { AnalysisLoad } from '../load/analysis-load.ts'
import type { DomainArrivals } from '../twin/arrivals.ts'
import { playedSeconds } from '../twin/played-seconds.ts'
import type { TwinNote } from '../twin/twin-notes.ts'
import { type PlayableHost, twinOfLoad } from '../twin/twin-of-load.ts'
import type { AnalysedHost } from './analysed-host.ts'

/** An analysed host and what the twin needs to play it. */
export interface HostToPlay extends AnalysedHost {
  known: AnalysisLoad & PlayableHost
  /** Empty when none were kept. */
  arrivals: readonly DomainArrivals[]
}

/** The twin from which variants are derived. */
export interface BaseTwin {
  config: TwinConfig
  /** As long as there are arrivals, or long enough for reliable figures. */
  seconds: number
  /** The assumptions behind the twin. */
  assumptions: TwinNote[]
}

/**
 * Fitting the twin takes up to a second, so it is for the worker, not for the API.
 * @throws TwinError
 */
export function baseTwinOf({ known, arrivals }: Pick<HostToPlay, 'known' | 'arrivals'>): BaseTwin {
  const { config, notes } = twinOfLoad(known, arrivals)
  return { config, assumptions: notes, seconds: playedSeconds(known, arrivals) }
}
