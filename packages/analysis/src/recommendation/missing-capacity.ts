import type { HostLoad } from '@steelyard/model'
import { type WeightProblem, WeightProblemError } from '@steelyard/solver'
import { scaleDemand, scaleRates } from '../load/scale-load.ts'
import {
  formulaPredictors,
  type Predictor,
  type RangeLoad,
  timesOf,
} from '../prediction/predictors.ts'
import { chooseWeights } from './choose-weights.ts'
import type { Recommendation } from './recommendation-of.ts'

/** How far the host is from keeping every target, whatever its weights. */
export interface MissingCapacity {
  /**
   * The largest part of the present rates of requests at which some weights keep every target; null
   * where not even a twentieth of them is few enough.
   */
  loadShare: number | null
  /** The CPU time that the guests' requests would then need less, in pCPUs. */
  sparedPCpus: number | null
  /** The least speed of the host at which some weights do so, now being 1; null above four. */
  speed: number | null
}

const LEAST_LOAD = 0.05
const MOST_SPEED = 4
/** Halvings of the searched range, which leave about a percent of what is there now. */
const BISECTIONS = 8
/** Finer steps of a share change what can be kept by less than a model is off. */
const LEAST_STEP_SHARE = 0.05
/** Beyond this time the question is left open rather than the analysis held up. */
const MOST_SECONDS = 10

/**
 * Finds how much less load, or how much faster a host, some weights would need to keep every target,
 * by SDPS as corrected by what the model in use expects of the least bad weights at the present load.
 * Where SDPS has no answer at the present load, it speaks for itself.
 *
 * @returns null where some weights keep every target, also where SDPS alone sees such weights; where
 * it has no answer for any load; where the bounds leave no coarser steps; and when time runs out
 */
export async function missingCapacity(
  range: RangeLoad,
  { infeasible, advice, problem, solution }: Recommendation,
  signal?: AbortSignal,
): Promise<MissingCapacity | null> {
  if (!infeasible || advice.code === 'targets-met') return null
  const end = performance.now() + MOST_SECONDS * 1000
  const { factors: _, ...unscaled } = problem
  const asked: WeightProblem = {
    ...unscaled,
    mode: 'keep-targets',
    stepShare: Math.max(LEAST_STEP_SHARE, problem.stepShare),
  }
  const corrections = await correctionsFor(range, solution)
  const isKept = async (scaled: (load: HostLoad) => HostLoad) => {
    signal?.throwIfAborted()
    const secondsLeft = (end - performance.now()) / 1000
    if (secondsLeft <= 0) throw new OutOfTime()
    return keepsTargets(scaledRange(range, scaled), asked, corrections, secondsLeft, signal)
  }
  try {
    if (await isKept((load) => load)) return null
    const loadShare = await edgeOf([1, LEAST_LOAD], (share) =>
      isKept((load) => scaleRates(load, () => share)),
    )
    const speed = await edgeOf([1, MOST_SPEED], (factor) =>
      isKept((load) => scaleDemand(load, 1 / factor)),
    )
    if (loadShare === null && speed === null) return null
    const sparedPCpus = loadShare === null ? null : (1 - loadShare) * requestedPCpus(range.load)
    return { loadShare, sparedPCpus, speed }
  } catch (error) {
    if (error instanceof OutOfTime || error instanceof WeightProblemError) return null
    throw error
  }
}

class OutOfTime extends Error {}

/**
 * Where targets begin to be kept between a value at which they are missed and the end of the range,
 * from the side on which they are kept. Null where they are missed at the end as well.
 */
async function edgeOf(
  [missed, end]: [number, number],
  isKept: (value: number) => Promise<boolean>,
): Promise<number | null> {
  if (!(await isKept(end))) return null
  let [out, kept] = [missed, end]
  for (let step = 0; step < BISECTIONS; step++) {
    const middle = (out + kept) / 2
    if (await isKept(middle)) kept = middle
    else out = middle
  }
  return kept
}

/**
 * What makes a time of SDPS that of the model in use. What it expects beyond SDPS is waiting, which
 * goes with the load; what it expects less concerns all of a request. Ours.
 */
interface Correction {
  ofWaits: number
  ofWhole: number
}

async function correctionsFor(
  range: RangeLoad,
  { weights, predicted }: Recommendation['solution'],
): Promise<ReadonlyMap<string, Correction>> {
  const { sdps } = await formulaPredictors(range)
  if (!sdps) return new Map()
  const [times, alone] = [
    timesOf(await sdps.predict(weights!), range.targets.statistic),
    await timesAlone(range),
  ]
  return new Map(
    predicted.flatMap(({ name, predictedSeconds: expected }) => {
      const modelled = times.get(name)
      if (!expected || !modelled) return []
      const waits = (seconds: number) => seconds - (alone.get(name) ?? 0)
      return [
        [
          name,
          expected > modelled && waits(modelled) > 0
            ? { ofWaits: waits(expected) / waits(modelled), ofWhole: 1 }
            : { ofWaits: 1, ofWhole: expected / modelled },
        ] as const,
      ]
    }),
  )
}

/** So few requests that hardly any two meet. */
const ALONE = 0.001

async function timesAlone(range: RangeLoad): Promise<ReadonlyMap<string, number | null>> {
  const { sdps } = await formulaPredictors(
    scaledRange(range, (load) => scaleRates(load, () => ALONE)),
  )
  return sdps ? timesOf(await sdps.predict(range.weights), range.targets.statistic) : new Map()
}

/** SDPS for a range, with its times of the targets' statistic corrected. Null without an answer. */
async function correctedSdps(
  range: RangeLoad,
  corrections: ReadonlyMap<string, Correction>,
): Promise<Predictor | null> {
  const { sdps } = await formulaPredictors(range)
  if (!sdps) return null
  const { statistic } = range.targets
  const alone = await timesAlone(range)
  // Without its bounds, which are those of the uncorrected times.
  const { boundTimes: _, ...unbounded } = sdps
  return {
    ...unbounded,
    predict: async (weights) =>
      new Map(
        [...(await sdps.predict(weights))].map(([name, times]) => {
          const { ofWaits, ofWhole } = corrections.get(name) ?? { ofWaits: 1, ofWhole: 1 }
          const [seconds, least] = [times[statistic], alone.get(name) ?? 0]
          const corrected =
            seconds === null ? null : ofWhole * (least + ofWaits * (seconds - least))
          return [name, { ...times, [statistic]: corrected }]
        }),
      ),
  }
}

async function keepsTargets(
  range: RangeLoad,
  asked: WeightProblem,
  corrections: ReadonlyMap<string, Correction>,
  timeLimitSeconds: number,
  signal?: AbortSignal,
): Promise<boolean> {
  const sdps = await correctedSdps(range, corrections)
  if (!sdps) return false
  const { statistic } = range.targets
  const { status, predicted } = await chooseWeights(
    'sdps',
    { ...asked, load: range.load },
    {
      predictors: { sdps },
      measured: new Map(),
      sight: statistic,
      targetStatistic: statistic,
      anchored: false,
      twin: null,
      guide: null,
      starts: [],
      timeLimitSeconds,
      ...(signal ? { signal } : {}),
    },
  )
  return status !== 'infeasible' && predicted.every(({ meetsTarget }) => meetsTarget !== false)
}

function scaledRange(range: RangeLoad, scaled: (load: HostLoad) => HostLoad): RangeLoad {
  return {
    ...range,
    load: scaled(range.load),
    levels: range.levels.map((level) => ({ ...level, load: scaled(level.load) })),
  }
}

/** What the guests use for requests, without what they use in any case. */
function requestedPCpus({ domains }: HostLoad): number {
  return domains.reduce(
    (sum, { arrivalRatePerSecond, serviceTimeSeconds, backgroundUtilisation = 0 }) =>
      sum + arrivalRatePerSecond * serviceTimeSeconds - backgroundUtilisation,
    0,
  )
}
