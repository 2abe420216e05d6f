import type * as contract from '@steelyard/contract'
import type { PlannedLoad } from '../recordings/campaign-types.ts'
import { analyseRecording } from './analyse-recording.ts'
import { requestsSentTo } from './client-requests.ts'
import { type PlayedInterval, playedIntervals } from './intervals.ts'
import type { Laboratory } from './laboratory.ts'
import { type Measured, measureInterval } from './measure-interval.ts'
import type { PlayedLoad } from './play-load.ts'
import type { RecordedLoad } from './record-load.ts'
import { spreadOfGaps } from './spread-of-gaps.ts'

/** What one analysis by default says of one interval, beside what the clients measured. */
export interface ObservedInterval {
  /** In the words of the version that played it. */
  verdict: string
  grade: contract.EvidenceGrade | null
  /** By eq (5) and (6) to the letter. */
  printedVerdict: contract.AsPrinted['printed']['verdict'] | null
  hostUtilisation: number | null
  /** The estimator that the product chose. */
  predictor: string
  guests: ObservedGuest[]
}

/** All times are in milliseconds. */
export interface ObservedGuest {
  name: string
  weight: number
  requestsPerSecond: number
  /** In the guest alone. */
  cpuPerRequestMs: number | null
  clients: Measured | null
  gaps: Gaps
  /** What the servers' logs say, which begin when a process takes the request up. */
  logs: { meanMs: number | null; p95Ms: number | null; peakOfMeansMs: number | null }
  estimatesMs: { delayAware: number | null; sandpiper: number | null; predictor: number | null }
}

/** Standard deviations of the gaps between requests, in milliseconds: figure 1. */
export interface Gaps {
  sentMs: number | null
  takenUpMs: number | null
}

export interface Asked {
  targets: contract.SlaTarget[]
  windowSeconds: number
}

/** Analyses each interval of a recorded load by itself. */
export async function observeIntervals(
  laboratory: Laboratory,
  recorded: RecordedLoad,
  load: PlannedLoad,
  asked: Asked,
): Promise<ObservedInterval[]> {
  const observed: ObservedInterval[] = []
  for (const [index, interval] of intervalsOf(recorded, load).entries()) {
    const analysis = await analyseRecording(laboratory, recorded.upload.id, {
      ...interval,
      ...asked,
      name: `Interval ${index + 1}`,
    })
    observed.push(observedIn(interval, { analysis, recorded, load }))
  }
  return observed
}

export function intervalsOf(
  { startEpochSeconds }: PlayedLoad,
  { phases }: PlannedLoad,
): PlayedInterval[] {
  return playedIntervals(
    startEpochSeconds,
    phases.map(({ durationSeconds }) => durationSeconds),
  )
}

interface Evidence {
  analysis: Awaited<ReturnType<typeof analyseRecording>>
  recorded: RecordedLoad
  load: PlannedLoad
}

export function gapsOf(played: PlayedLoad, name: string, interval: PlayedInterval): Gaps {
  const sent = requestsSentTo(played, name)
  return {
    sentMs: spreadOfGaps(
      sent.map(({ startEpochSeconds }) => startEpochSeconds),
      interval,
    ),
    takenUpMs: spreadOfGaps(played.pickUps.get(name)!, interval),
  }
}

function observedIn(interval: PlayedInterval, evidence: Evidence): ObservedInterval {
  const { result, grade } = evidence.analysis
  return {
    verdict: result.verdict,
    grade,
    printedVerdict: result.asPrinted?.printed.verdict ?? null,
    hostUtilisation: result.hostUtilisation,
    predictor: result.predictor.estimator,
    guests: evidence.load.guests.map(({ name }) => observedOf(name, interval, evidence)),
  }
}

function observedOf(
  name: string,
  interval: PlayedInterval,
  { analysis: { result }, recorded }: Evidence,
): ObservedGuest {
  const domain = result.domains.find((each) => each.domain === name)!
  const peak = result.asPrinted?.domains.find((each) => each.domain === name)
  const sent = requestsSentTo(recorded, name)
  const estimate = (id: string) =>
    domain.estimates.find(({ estimator }) => estimator === id)?.responseTimeMs ?? null
  return {
    name,
    weight: domain.weight,
    requestsPerSecond: domain.arrivalRatePerSecond,
    cpuPerRequestMs: domain.serviceTimeMs,
    clients: measureInterval(sent, interval, result.windowSeconds),
    gaps: gapsOf(recorded, name, interval),
    logs: {
      meanMs: domain.measured?.meanMs ?? null,
      p95Ms: domain.measured?.p95Ms ?? null,
      peakOfMeansMs: peak?.peakMs ?? null,
    },
    estimatesMs: {
      delayAware: estimate('delay-aware'),
      sandpiper: estimate('sandpiper'),
      predictor: estimate(result.predictor.estimator),
    },
  }
}
