import type { Weights } from '@steelyard/model'
import type {
  Distribution,
  TwinConfig,
  TwinResult,
  TwinSpan,
  TwinSummary,
} from '@steelyard/simulator'
import type { AnalysisLoad, MeasuredDomain } from '../load/analysis-load.ts'
import { domain0CostOf } from '../load/domain0-cost-of.ts'
import type { TwinObstacle } from '../load/twin-obstacle.ts'
import { cpuCoverageOf } from '../recorded/cpu-sums.ts'
import { DOMAIN_0, type RecordedHost, type Window } from '../recorded/recorded-host.ts'
import { keptStretch } from '../recorded/replay-stretch.ts'
import { weightsAt } from '../recorded/weight-regimes.ts'
import { windowsWithin } from '../recorded/window-list.ts'
import { type PlayedConfig, playRun, type RunWatch } from '../run/play-run.ts'
import { type PlayedDomain, playedDomains } from '../run/played-domains.ts'
import type { TimeSpan } from '../settings.ts'
import { type DomainArrivals, within } from './arrivals.ts'
import type { TwinNote } from './twin-notes.ts'
import {
  ASSUMED_XEN_VERSION,
  type PlayableHost,
  type TwinOfLoad,
  twinOfLoad,
} from './twin-of-load.ts'

/** Enough for an interval; each replication is as long as the recording. */
const REPLICATIONS = 5

interface RecordingToPlay {
  host: RecordedHost
  /** All windows of the recording. */
  windows: readonly Window[]
  /** The playable stretch: it ends with the decision range and may begin before it. */
  stretch: TimeSpan
  /** Arrivals in the stretch. */
  arrivals: readonly DomainArrivals[]
  /** What the requests of are reported by themselves, as far as the twin plays all of it. */
  phases: readonly TimeSpan[]
}

export interface PlayWatch {
  signal?: AbortSignal
  onProgress?: (done: number, total: number) => void
}

/** The twin's result for the decision range, under the weights in force. */
export interface PlayedTwin {
  state: 'done' | 'left-out'
  /** Why it was left out; null when it was not. */
  obstacle: TwinObstacle | null
  /** Its assumptions. */
  notes: TwinNote[]
  arrivals: TwinOfLoad['arrivals']
  replications: number
  /** Simulated time of one replication. */
  simulatedSeconds: number
  scheduler: string
  xenVersion: string
  domains: PlayedDomain[]
}

/** The decision range under the weights in force, and the twin to ask about others. */
export interface PlayedRange {
  config: TwinConfig
  horizonSeconds: number
  weights: Weights
  /** By seed. */
  results: readonly TwinResult[]
}

export interface PlayedRecording {
  twin: PlayedTwin
  /**
   * By start of the window and domain: mean time in seconds of the requests that arrived in it, as
   * seen by the side that measured the domain. Windows without a CPU trace are left out.
   */
  windowMeans: ReadonlyMap<number, ReadonlyMap<string, number | null>>
  /**
   * By phase and domain: the times of the requests that arrived in its windows, as seen by the side
   * that measured the domain; one for each replication. Phases that were not played in full are left
   * out.
   */
  phaseTimes: ReadonlyMap<TimeSpan, ReadonlyMap<string, readonly Distribution[]>>
  /** The decision range, for questions about other weights. */
  range: PlayedRange
}

/**
 * The twin plays the recording: the decision range for its own figures, and the playable part
 * before it for comparison with the measurements.
 * @throws TwinError when the host cannot be played
 * @throws the signal's reason when aborted
 */
export async function playRecording(
  found: AnalysisLoad & PlayableHost,
  recorded: RecordingToPlay,
  { signal, onProgress }: PlayWatch = {},
): Promise<PlayedRecording> {
  const { stretch, windows } = recorded
  const { fromEpochSeconds: from, toEpochSeconds } = keptStretch(stretch, found.range)
  const inRange = recorded.arrivals.map((each) => within(each, from, toEpochSeconds))
  const now = twinOfLoad(found, inRange)
  const whole = from === stretch.fromEpochSeconds ? null : twinOfStretch(found, recorded)
  const total = REPLICATIONS * (whole ? 2 : 1)
  const watch = (before: number) => ({
    signal,
    onProgress: (fraction: number) =>
      onProgress?.(before + Math.floor(fraction * REPLICATIONS), total),
  })
  const rangeWindows = windowsWithin(windows, from, toEpochSeconds)
  const rangePhases = phaseSpans(recorded, rangeWindows, from)
  const { summary, results } = await play(
    now.config,
    rangeWindows,
    { from, to: toEpochSeconds },
    rangePhases,
    watch(0),
  )
  const start = stretch.fromEpochSeconds
  const inStretch = windowsWithin(windows, start, toEpochSeconds)
  const stretchPhases = phaseSpans(recorded, inStretch, start)
  const before = whole
    ? await play(
        whole.config,
        inStretch,
        { from: start, to: toEpochSeconds },
        stretchPhases,
        watch(REPLICATIONS),
      )
    : null
  const { measured } = found
  const means = before
    ? meansOf(before.summary, measured, inStretch, start)
    : meansOf(summary, measured, rangeWindows, from)
  return {
    twin: {
      state: 'done',
      arrivals: now.arrivals,
      replications: REPLICATIONS,
      obstacle: null,
      notes: now.notes,
      simulatedSeconds: toEpochSeconds - from,
      scheduler: found.scheduling.scheduler,
      xenVersion: found.scheduling.xenVersion ?? ASSUMED_XEN_VERSION,
      domains: playedDomains(summary),
    },
    windowMeans: means,
    phaseTimes: before
      ? timesOfPhases(before.results, measured, stretchPhases)
      : timesOfPhases(results, measured, rangePhases),
    range: {
      config: now.config,
      horizonSeconds: toEpochSeconds - from,
      weights: found.weights,
      results,
    },
  }
}

/** The result when the twin is left out. */
export function leftOut(
  obstacle: TwinObstacle,
  { scheduling }: Pick<AnalysisLoad, 'scheduling'>,
): PlayedTwin {
  return {
    state: 'left-out',
    obstacle,
    notes: [],
    arrivals: 'recorded',
    replications: 0,
    simulatedSeconds: 0,
    scheduler: scheduling.scheduler,
    xenVersion: scheduling.xenVersion ?? ASSUMED_XEN_VERSION,
    domains: [],
  }
}

/** Uses the weights in force during the stretch. */
function twinOfStretch(
  found: AnalysisLoad & PlayableHost,
  { host: { regimes }, windows, stretch, arrivals }: RecordingToPlay,
): TwinOfLoad {
  const { fromEpochSeconds, toEpochSeconds } = stretch
  const names = [...found.load.domains.map(({ name }) => name), DOMAIN_0]
  const at = (epochSeconds: number) => weightsAt(regimes, epochSeconds, names)
  const changes = regimes
    .filter(({ fromEpochSeconds: since }) => since > fromEpochSeconds && since < toEpochSeconds)
    .flatMap(({ fromEpochSeconds: since }) =>
      Object.entries(at(since)).map(([domain, weight]) => ({
        atSeconds: since - fromEpochSeconds,
        domain,
        weight,
      })),
    )
  const domain0 = domain0CostOf(windows, stretch) ?? found.twin.domain0
  const host = { ...found, weights: at(fromEpochSeconds), twin: { domain0 } }
  return twinOfLoad(host, arrivals, changes)
}

async function play(
  config: TwinConfig,
  windows: readonly Window[],
  { from, to }: { from: number; to: number },
  phases: readonly PhaseSpan[],
  watch: RunWatch,
): Promise<PlayedConfig> {
  const horizonSeconds = to - from
  const edges = windows.map(({ startEpochSeconds }) => startEpochSeconds - from)
  const boundariesSeconds = edges.filter((edge) => edge > 1e-6 && edge < horizonSeconds - 1e-6)
  const run = {
    hosts: [config],
    replications: REPLICATIONS,
    horizonSeconds,
    windows: { boundariesSeconds, spans: phases.map(({ span }) => span) },
  }
  const [played] = await playRun(run, watch)
  return played!
}

interface PhaseSpan {
  phase: TimeSpan
  span: TwinSpan
}

/** The phases whose windows are all played, and where these lie in simulated time. */
function phaseSpans(
  { phases, windows }: Pick<RecordingToPlay, 'phases' | 'windows'>,
  played: readonly Window[],
  from: number,
): PhaseSpan[] {
  return phases.flatMap((phase) => {
    const { fromEpochSeconds, toEpochSeconds } = phase
    const all = windowsWithin(windows, fromEpochSeconds, toEpochSeconds)
    const [first, last] = [all[0], all.at(-1)]
    if (!first || !last || !all.every((window) => played.includes(window))) return []
    const span = {
      fromSeconds: Math.max(0, first.startEpochSeconds - from),
      toSeconds: last.startEpochSeconds + last.seconds - from,
    }
    return [{ phase, span }]
  })
}

function timesOfPhases(
  results: readonly TwinResult[],
  measured: readonly MeasuredDomain[],
  phases: readonly PhaseSpan[],
): PlayedRecording['phaseTimes'] {
  return new Map(
    phases.map(({ phase }, index) => [
      phase,
      new Map(
        measured.map(({ domain, measuredBy }) => [
          domain,
          results.flatMap(({ spans }) => {
            const found = spans![index]!.domains.find(({ name }) => name === domain)
            const { requests } = found ?? {}
            if (!requests) return []
            return [requests[measuredBy === 'access-log' ? 'loggedTime' : 'responseTime']]
          }),
        ]),
      ),
    ]),
  )
}

function meansOf(
  summary: TwinSummary,
  measured: readonly MeasuredDomain[],
  windows: readonly Window[],
  from: number,
): PlayedRecording['windowMeans'] {
  const logged = new Set(
    measured.flatMap(({ domain, measuredBy }) => (measuredBy === 'access-log' ? [domain] : [])),
  )
  const watched = windows.filter((window) => cpuCoverageOf([window]) !== 0)
  return new Map(
    watched.map(({ startEpochSeconds }) => {
      const at = startEpochSeconds - from
      const played = summary.windows.find(
        ({ startSeconds }) => Math.abs(startSeconds.mean - Math.max(0, at)) < 1e-3,
      )
      const means = (played?.domains ?? []).map(
        ({ name, requests }) =>
          [
            name,
            requests?.[logged.has(name) ? 'loggedTime' : 'responseTime'].mean?.mean ?? null,
          ] as const,
      )
      return [startEpochSeconds, new Map(means)]
    }),
  )
}
