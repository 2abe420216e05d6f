import { TwinError } from '@steelyard/simulator'
import { type AskedHost, askHost } from '../forecast/asked-host.ts'
import { formulaTimesFor, provisionalTimes, quickTimesNow } from '../forecast/asked-times.ts'
import { playQuestion } from '../forecast/play-question.ts'
import { playedTimes } from '../forecast/played-times.ts'
import type { AnalysisLoad } from '../load/analysis-load.ts'
import type { AnalysedHost } from '../prediction/analysed-host.ts'
import type { HostToPlay } from '../prediction/host-to-play.ts'
import type { ModelTimes, Prediction } from '../prediction/prediction.ts'
import { predictionLeftAlone, predictionOf } from '../prediction/predictor-basis.ts'
import { PREDICTION_SEEDS } from '../prediction/twin-answers.ts'
import type { RunWatch } from '../run/play-run.ts'
import { within } from '../twin/arrivals.ts'
import { basisUnderLoad } from './basis-under-load.ts'
import { type CameLoad, loadThatCame, ratioOf } from './load-that-came.ts'

/** A change of weights that was made, and the load that came after it. */
export interface MadeChange extends CameLoad {
  /** The host as it was analysed before the change. */
  host: AnalysedHost
  /** Guests by name; those that are missing kept what they had. */
  weightsBefore: Readonly<Record<string, number>>
  weightsAfter: Readonly<Record<string, number>>
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

/**
 * What the predictor of the analysis says of the load that really came, under the weights before and
 * after a change. Whatever then differs from the measurement is the model's error, and not the load.
 * The twin replays the very requests that came, under both weights with the same seeds; a formula
 * takes their rates, level by level where it is known when they came. Of a host on which guests serve
 * that the analysis did not know, nothing is foretold.
 * @throws the signal's reason when aborted
 */
export async function foretellOutcome(
  change: MadeChange,
  watch: RunWatch = {},
): Promise<ForetoldDomain[]> {
  const { known, basis, domains } = change.host
  const load = loadThatCame(known, change)
  const weights = { ...known.weights, ...change.weightsBefore }
  const came = { basis, domains, known: { ...load, weights } }
  const outcomes = isKnownHost(change)
    ? ((await playedOutcome(change, came, watch)) ?? quickOutcome(change, came))
    : null
  const basisNow = basisUnderLoad(basis, { known, came: load })
  return known.load.domains.map(({ name }) => {
    const loadRatio = ratioOf(known, change.ratesPerSecond, name)
    if (loadRatio === null || !outcomes) return { domain: name, loadRatio, ...NOTHING }
    const { underThisLoad, leftAlone } = outcomes
    return {
      domain: name,
      loadRatio,
      underThisLoad: predictionOf(basisNow, name, underThisLoad.get(name), 'forecast'),
      leftAlone: predictionLeftAlone(basisNow, name, leftAlone.get(name)),
    }
  })
}

const NOTHING = { underThisLoad: null, leftAlone: null }

/** As long as guests that the analysis did not know have no more than this share of the requests. */
const MOST_UNKNOWN = 0.01

function isKnownHost({ host, ratesPerSecond }: MadeChange): boolean {
  const rates = Object.entries(ratesPerSecond)
  const sum = (some: typeof rates) => some.reduce((total, [, rate]) => total + rate, 0)
  const unknown = rates.filter(([name]) => ratioOf(host.known, ratesPerSecond, name) === null)
  return sum(unknown) <= MOST_UNKNOWN * sum(rates)
}

interface Outcomes {
  underThisLoad: ModelTimes
  leftAlone: ModelTimes
}

/** Only guests that the analysis knew have a time; Domain-0's weight is none of a change's. */
function asked({ known }: AnalysedHost, weights: MadeChange['weightsAfter']): AskedHost {
  return askHost(known, {
    domains: known.load.domains.map(({ name }) => ({ name, weight: weights[name] })),
  })
}

function quickOutcome(
  { host, weightsBefore, weightsAfter }: MadeChange,
  came: AnalysedHost,
): Outcomes {
  const { by, quick } = host.basis
  const timesUnder = (weights: MadeChange['weightsAfter']) => {
    if (by !== 'twin') return formulaTimesFor(by, came, asked(came, weights))
    const then = formulaTimesFor(quick, came, asked(came, weights))
    return provisionalTimes(host, quickTimesNow(host), then)
  }
  return { underThisLoad: timesUnder(weightsAfter), leftAlone: timesUnder(weightsBefore) }
}

/** Null where the predictor is a formula, and for a host that the twin cannot play. */
async function playedOutcome(
  { range, arrivals, weightsAfter }: MadeChange,
  came: AnalysedHost,
  watch: RunWatch,
): Promise<Outcomes | null> {
  const { basis, domains, known } = came
  if (basis.by !== 'twin' || !isPlayable(known)) return null
  const toPlay: HostToPlay = {
    known,
    basis,
    domains,
    arrivals: arrivals.map((each) => within(each, range.fromEpochSeconds, range.toEpochSeconds)),
  }
  try {
    const played = await playQuestion(toPlay, asked(toPlay, weightsAfter), {
      ...watch,
      replications: PREDICTION_SEEDS.length,
    })
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
