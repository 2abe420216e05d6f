import { TwinError } from '@steelyard/simulator'
import { type AskedHost, askHost, type WhatIf } from '../forecast/asked-host.ts'
import { askedLoad } from '../forecast/asked-load.ts'
import { playQuestion } from '../forecast/play-question.ts'
import type { AnalysedHost } from '../load/analysed-host.ts'
import type { AnalysisLoad } from '../load/analysis-load.ts'
import { askedTimes } from '../prediction/asked-times.ts'
import { playedTimes } from '../prediction/played-times.ts'
import type { ModelTimes, Prediction } from '../prediction/prediction.ts'
import { predictionOf } from '../prediction/predictor-basis.ts'
import { PREDICTION_SEEDS } from '../recommendation/twin-answers.ts'
import type { HostToPlay } from '../run/host-to-play.ts'
import type { RunWatch } from '../run/play-run.ts'
import type { TimeSpan } from '../settings.ts'
import type { DomainArrivals } from '../twin/arrivals.ts'

/** A change of weights that was made, and the load that came after it. */
export interface MadeChange {
  /** The host as it was analysed before the change. */
  host: AnalysedHost
  /** Guests by name; those that are missing kept what they had. */
  weightsBefore: Readonly<Record<string, number>>
  weightsAfter: Readonly<Record<string, number>>
  /** The time after the change that is looked at. */
  range: TimeSpan
  /** Requests that came in it per second, by domain. */
  ratesPerSecond: Readonly<Record<string, number>>
  /** When they came; empty when that was not kept. */
  arrivals: readonly DomainArrivals[]
}

export interface ForetoldDomain {
  domain: string
  /** Arrival rate after the change over that of the analysis. Null without requests in either. */
  loadRatio: number | null
  /** For the load that came, under the weights after the change. */
  underThisLoad: Prediction | null
  /** For the same load, had the weights been left alone. */
  leftAlone: Prediction | null
}

/** At fewer requests than this share of those analysed, the host is a different one. */
const LEAST_RATIO = 0.01

/**
 * What the predictor of the analysis says of the load that really came, under the weights before and
 * after a change. Whatever then differs from the measurement is the model's error, and not the load.
 * The twin replays the very requests that came, under both weights with the same seeds; a formula
 * takes their rates. What Domain-0 does besides them is taken to be what it was.
 * @throws the signal's reason when aborted
 */
export async function foretellOutcome(
  change: MadeChange,
  watch: RunWatch = {},
): Promise<ForetoldDomain[]> {
  const { underThisLoad, leftAlone } = (await playedOutcome(change, watch)) ?? quickOutcome(change)
  return change.host.known.load.domains.map(({ name }) => ({
    domain: name,
    loadRatio: loadRatioOf(change, name),
    underThisLoad: predicted(change, name, underThisLoad),
    leftAlone: predicted(change, name, leftAlone),
  }))
}

interface Outcomes {
  underThisLoad: ModelTimes
  leftAlone: ModelTimes
}

function loadRatioOf({ host, ratesPerSecond }: MadeChange, domain: string): number | null {
  const analysed = host.known.load.domains.find(({ name }) => name === domain)
  const rate = ratesPerSecond[domain] ?? 0
  if (!analysed || analysed.arrivalRatePerSecond === 0 || rate === 0) return null
  return rate / analysed.arrivalRatePerSecond
}

function predicted(change: MadeChange, domain: string, times: ModelTimes): Prediction | null {
  if (loadRatioOf(change, domain) === null) return null
  return predictionOf(change.host.basis, domain, times.get(domain), 'forecast')
}

/** The host under the load that came and these weights. */
function asked(change: MadeChange, weights: MadeChange['weightsAfter']): AskedHost {
  const domains: WhatIf['domains'] = change.host.known.load.domains.map(({ name }) => ({
    name,
    weight: weights[name],
    loadFactor: Math.max(LEAST_RATIO, loadRatioOf(change, name) ?? LEAST_RATIO),
  }))
  return askHost(change.host.known, { domains })
}

function quickOutcome(change: MadeChange): Outcomes {
  const timesUnder = (weights: MadeChange['weightsAfter']) =>
    askedTimes(change.host, asked(change, weights)).times
  return {
    underThisLoad: timesUnder(change.weightsAfter),
    leftAlone: timesUnder(change.weightsBefore),
  }
}

/** Null where the predictor is a formula, and for a host that the twin cannot play. */
async function playedOutcome(change: MadeChange, watch: RunWatch): Promise<Outcomes | null> {
  const { host, range, arrivals, weightsAfter } = change
  const { basis, domains } = host
  if (basis.by !== 'twin' || !isPlayable(host.known)) return null
  const came = askedLoad(host.known, asked(change, change.weightsBefore))
  const known = { ...host.known, ...came, twin: host.known.twin, range }
  const toPlay: HostToPlay = { known, basis, domains, arrivals }
  const after = Object.entries(weightsAfter).map(([name, weight]) => ({ name, weight }))
  try {
    const played = await playQuestion(
      toPlay,
      askHost(known, { domains: after.filter(({ name }) => name in known.weights) }),
      { ...watch, replications: PREDICTION_SEEDS.length },
    )
    const before = played.asIs.results
    return {
      underThisLoad: played.times,
      leftAlone: playedTimes(toPlay, { now: before, asked: before }),
    }
  } catch (error) {
    if (error instanceof TwinError) return null
    throw error
  }
}

function isPlayable(known: AnalysisLoad): known is HostToPlay['known'] {
  return !('cannot' in known.twin)
}
