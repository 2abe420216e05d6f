import type { TwinSummary } from '@steelyard/simulator'
import type { AnalysisLoad } from '../load/analysis-load.ts'
import { type BoundNote, boundNotes } from '../run/bounded-seconds.ts'
import { type UnansweredDomain, unansweredIn } from '../run/unanswered.ts'
import type { TwinOfLoad } from '../twin/twin-of-load.ts'
import { type AskedHost, loadFactorOf } from './asked-host.ts'
import { overheadFactorOf } from './asked-load.ts'

/** A caveat about an answer of the twin. */
export type WhatIfNote =
  | BoundNote
  /** The twin plays only the end of the analysed range; the measured times cover all of it. */
  | { code: 'part-of-range'; seconds: number; rangeSeconds: number }
  | { code: 'scaled-arrivals' }
  /** Relative change in the CPU time of requests against the analysed load. */
  | { code: 'overhead'; overheadPercent: number; change: number }
  | ({ code: 'unanswered'; host: 'now' | 'asked' } & UnansweredDomain)

interface PlayedTwins {
  known: AnalysisLoad
  twin: TwinOfLoad
  asked: AskedHost
  /** Length of the stretch with arrivals. */
  wantedSeconds: number
  horizonSeconds: number
  summaries: { now: TwinSummary; asked: TwinSummary }
}

export function whatIfNotes(played: PlayedTwins): WhatIfNote[] {
  const { horizonSeconds, wantedSeconds, summaries } = played
  return [
    ...boundNotes(horizonSeconds, wantedSeconds),
    ...rangeNotes(played),
    ...arrivalNotes(played),
    ...overheadNotes(played),
    ...unansweredNotes('now', summaries.now),
    ...unansweredNotes('asked', summaries.asked),
  ]
}

function rangeNotes({ known, twin, wantedSeconds }: PlayedTwins): WhatIfNote[] {
  const { fromEpochSeconds, toEpochSeconds } = known.range
  const rangeSeconds = toEpochSeconds - fromEpochSeconds
  if (twin.arrivals === 'synthetic' || wantedSeconds >= rangeSeconds * 0.99) return []
  return [{ code: 'part-of-range', seconds: wantedSeconds, rangeSeconds }]
}

function arrivalNotes({ twin, asked }: PlayedTwins): WhatIfNote[] {
  const isScaled = twin.config.guests.some(({ name }) => loadFactorOf(asked, name) !== 1)
  return isScaled && twin.arrivals === 'recorded' ? [{ code: 'scaled-arrivals' }] : []
}

function overheadNotes({ known, asked }: PlayedTwins): WhatIfNote[] {
  const { overheadPercent } = asked
  if (overheadPercent === 0) return []
  return [{ code: 'overhead', overheadPercent, change: overheadFactorOf(known, asked) - 1 }]
}

function unansweredNotes(host: 'now' | 'asked', summary: TwinSummary): WhatIfNote[] {
  return unansweredIn(summary).map((each) => ({ code: 'unanswered', host, ...each }))
}
