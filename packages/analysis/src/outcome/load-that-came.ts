import { type AskedHost, askHost } from '../forecast/asked-host.ts'
import { askedLoad } from '../forecast/asked-load.ts'
import type { AnalysisLoad, TwinInput } from '../load/analysis-load.ts'
import { type LoadLevel, loadLevels } from '../load/load-levels.ts'
import type { Window } from '../recorded/recorded-host.ts'
import type { TimeSpan } from '../settings.ts'
import { type DomainArrivals, within } from '../twin/arrivals.ts'

/** Requests that came in a range. */
export interface CameLoad {
  range: TimeSpan
  /** By domain. */
  ratesPerSecond: Readonly<Record<string, number>>
  /** When they came; empty when that was not kept. */
  arrivals: readonly DomainArrivals[]
}

/** At fewer requests than this share of those analysed, the factor says no more. */
const LEAST_RATIO = 0.01

/** Short enough for what an analysis calls a level of load. */
const PIECE_SECONDS = 30

/**
 * The analysed host under another load, with the weights of the analysis. Requests cost what they
 * cost, and Domain-0 does besides them what it did.
 */
export function loadThatCame(known: AnalysisLoad, came: CameLoad): AnalysisLoad {
  const { load } = askedLoad(known, askedAt(known, came.ratesPerSecond))
  const { range } = came
  const seconds = range.toEpochSeconds - range.fromEpochSeconds
  return {
    ...known,
    load,
    levels: levelsThatCame(known, came) ?? [{ load, seconds }],
    range,
    twin: 'cannot' in known.twin ? known.twin : goingOn(known.twin, seconds),
  }
}

/** Arrival rate over that of the analysis. Null without requests in either. */
export function ratioOf(
  { load }: AnalysisLoad,
  ratesPerSecond: CameLoad['ratesPerSecond'],
  domain: string,
): number | null {
  const analysed = load.domains.find(({ name }) => name === domain)?.arrivalRatePerSecond ?? 0
  const rate = ratesPerSecond[domain] ?? 0
  return analysed === 0 || rate === 0 ? null : rate / analysed
}

function askedAt(known: AnalysisLoad, rates: CameLoad['ratesPerSecond']): AskedHost {
  const domains = known.load.domains.map(({ name }) => ({
    name,
    loadFactor: Math.max(LEAST_RATIO, ratioOf(known, rates, name) ?? LEAST_RATIO),
  }))
  return askHost(known, { domains })
}

/** By how busy the host was, as in an analysis. Null where it is not known when requests came. */
function levelsThatCame(
  known: AnalysisLoad,
  { range, ratesPerSecond, arrivals }: CameLoad,
): LoadLevel[] | null {
  const counts = new Map(arrivals.map((each) => [each.domain, countsOf(each, range)]))
  const busy = Object.keys(ratesPerSecond).filter((name) => ratesPerSecond[name]! > 0)
  if (busy.length === 0 || busy.some((name) => !counts.has(name))) return null
  const ratesIn = (pieces: readonly Window[]) => {
    const seconds = pieces.reduce((sum, piece) => sum + piece.seconds, 0)
    return Object.fromEntries(
      [...counts].map(([name, byStart]) => [
        name,
        pieces.reduce((sum, piece) => sum + (byStart.get(piece.startEpochSeconds) ?? 0), 0) /
          seconds,
      ]),
    )
  }
  return loadLevels(
    piecesOf(range),
    (pieces) => askedLoad(known, askedAt(known, ratesIn(pieces))).load,
  )
}

function piecesOf({ fromEpochSeconds, toEpochSeconds }: TimeSpan): Window[] {
  const count = Math.ceil((toEpochSeconds - fromEpochSeconds) / PIECE_SECONDS)
  return Array.from({ length: count }, (_, index) => {
    const startEpochSeconds = fromEpochSeconds + index * PIECE_SECONDS
    const seconds = Math.min(PIECE_SECONDS, toEpochSeconds - startEpochSeconds)
    return { startEpochSeconds, seconds, byDomain: new Map() }
  })
}

/** Requests by the start of their piece. */
function countsOf(arrivals: DomainArrivals, range: TimeSpan): Map<number, number> {
  const { fromEpochSeconds, toEpochSeconds } = range
  const counts = new Map<number, number>()
  for (const offset of within(arrivals, fromEpochSeconds, toEpochSeconds).offsetsSeconds) {
    const start = fromEpochSeconds + Math.floor(offset / PIECE_SECONDS) * PIECE_SECONDS
    counts.set(start, (counts.get(start) ?? 0) + 1)
  }
  return counts
}

/** What Domain-0 did in the analysed time, again and again until this one is over. */
function goingOn({ domain0 }: TwinInput, seconds: number): TwinInput {
  const { windows } = domain0.background
  const period = windows.at(-1)?.endSeconds ?? 0
  if (period === 0 || period >= seconds) return { domain0 }
  const rounds = Array.from({ length: Math.ceil(seconds / period) }, (_, round) => round * period)
  const repeated = rounds.flatMap((shift) =>
    windows.map(({ startSeconds, endSeconds, cpuSeconds }) => ({
      startSeconds: startSeconds + shift,
      endSeconds: endSeconds + shift,
      cpuSeconds,
    })),
  )
  return {
    domain0: {
      ...domain0,
      background: { windows: repeated.filter(({ endSeconds }) => endSeconds <= seconds) },
    },
  }
}
