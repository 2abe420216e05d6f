import {
  type AnalysisResult,
  asMeasured,
  type DomainResult,
  type PhaseResult,
  type Twin,
} from '@steelyard/contract'
import type { EstimatedWindow } from '../estimates/estimate-windows.ts'
import type { AnalysisLoad } from '../load/analysis-load.ts'
import type { RecordedHost, Window } from '../recorded/recorded-host.ts'
import { arrivalRate } from '../recorded/request-rates.ts'
import { toMs } from '../recorded/response-time.ts'
import { windowsWithin } from '../recorded/window-list.ts'
import type { DomainArrivals } from './arrivals.ts'
import {
  leftOut,
  type PlayedRecording,
  type PlayWatch,
  playRecording,
  reasonOf,
} from './play-recording.ts'
import type { Stretch } from './replay-stretch.ts'

export interface TwinStage {
  twin: Twin
  /** Null when it was left out. */
  played: PlayedRecording | null
  /** Of the stretch that it was to play. */
  arrivals: readonly DomainArrivals[]
}

/** Lets the twin play what can be played of the recording; what cannot has a reason, not an error. */
export async function twinStage(
  found: AnalysisLoad,
  recorded: { host: RecordedHost; windows: readonly Window[]; stretch: Stretch | null },
  readArrivals: (stretch: Stretch) => Promise<DomainArrivals[]>,
  watch: PlayWatch,
): Promise<TwinStage> {
  const { stretch } = recorded
  const { twin } = found
  if (!stretch || 'cannot' in twin) {
    const reason = 'cannot' in twin ? twin.cannot : ''
    return { twin: leftOut(reason, found), played: null, arrivals: [] }
  }
  const arrivals = await readArrivals(stretch)
  try {
    const played = await playRecording(
      { ...found, twin },
      { ...recorded, stretch, arrivals },
      watch,
    )
    return { twin: played.twin, played, arrivals }
  } catch (error) {
    const reason = reasonOf(error)
    if (reason === null) throw error
    return { twin: leftOut(reason, found), played: null, arrivals }
  }
}

/** The rows with the twin's word in the windows that it played. */
export function withTwin(
  rows: readonly EstimatedWindow[],
  played: PlayedRecording | null,
): readonly EstimatedWindow[] {
  if (!played) return rows
  return rows.map((row) => {
    const means = played.windowMeans.get(row.startEpochSeconds)
    if (!means) return row
    const estimatesMs = { ...row.values.estimatesMs, twin: toMs(means.get(row.domain)) }
    return { ...row, values: { ...row.values, estimatesMs } }
  })
}

/** The twin among the estimates of each domain over the decision range. */
export function domainsWithTwin(domains: readonly DomainResult[], twin: Twin): DomainResult[] {
  return domains.map((domain) => {
    const played = twin.domains.find((each) => each.domain === domain.domain)
    const mean = played ? asMeasured(played).mean : null
    const silence = twin.state === 'left-out' ? twin.reason! : 'It answered no request of it.'
    return {
      ...domain,
      estimates: [
        ...domain.estimates,
        {
          estimator: 'twin',
          responseTimeMs: mean?.ms ?? null,
          breakdown: null,
          valid: mean !== null,
          reasons: mean ? [] : [silence],
        },
      ],
    }
  })
}

/** The twin in the phases that it played as a whole: its windows, each weighing by its requests. */
export function phasesWithTwin(
  phases: readonly PhaseResult[],
  windows: readonly Window[],
  played: PlayedRecording | null,
): PhaseResult[] {
  if (!played) return [...phases]
  return phases.map((phase) => {
    const inside = windowsWithin(
      windows,
      Date.parse(phase.from) / 1000,
      Date.parse(phase.to) / 1000,
    )
    return {
      ...phase,
      domains: phase.domains.map((domain) => ({
        ...domain,
        estimatesMs: {
          ...domain.estimatesMs,
          twin: toMs(meanOver(inside, domain.domain, played)),
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

/** The twin beside the estimators of the model. */
export function twinAmongEstimators(twin: Twin): AnalysisResult['estimators'][number] {
  return {
    id: 'twin',
    title: 'The twin',
    source: 'Discrete-event simulation of the host’s scheduler (ours)',
    assumptions: [
      'It replays the requests of the logs, where they are kept, with the CPU time that a request was seen to need.',
      'How Domain-0’s work divides over the packets of a request, and how kernels tick, is taken from traces of Xen 4.17.',
      ...(twin.state === 'left-out' || twin.reason === null ? [] : [twin.reason]),
    ],
    errata: [],
  }
}
