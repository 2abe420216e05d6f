import { mean, meanInterval, studentT, valueFor, type Weights } from '@steelyard/model'
import type { ObjectiveValue, Times } from '@steelyard/solver'
import { type Answer, type Sight, timesOf } from '../prediction/predictors.ts'

/**
 * The least relative gain in the objective that is worth a change: models are not known to be more
 * accurate.
 */
export const LEAST_GAIN = 0.02

/**
 * A model's error in the change of one domain's time under other weights, as a fraction of that
 * change. It is the standard deviation with which 90 % intervals of the gain hold 87 to 94 % of the
 * gains that the independent simulator plays on 200 hosts drawn at random (`npm run research -- sdps`;
 * column "gains"). On several pCPUs under credit SDPS is less exact than that. The value is our own.
 */
export const changeError = { sdps: 0.5, twin: 0.2 } as const

/**
 * The confidence level of either model's interval. Both must see a gain beyond it: each is wrong
 * with a chance of one in ten, and both together with one in a hundred, as far as their errors are
 * independent. `advice.ts` asks more where one of them does not see the change.
 */
const CONFIDENCE = 0.8
/** Normal quantile, taken from Student's t with many degrees of freedom. */
const normalQuantile = studentT(1e6, CONFIDENCE)

/** One model's assessment of a change of weights. */
export interface WeightCheck {
  model: keyof typeof changeError
  /** The objective's value under the weights in force. */
  before: number
  after: number
  /** Relative gain against the value before. */
  gain: number
  /**
   * Half-width of the 80 % interval of the gain, from the spread of the runs and the model's error.
   */
  uncertainty: number
  /** It expects a gain beyond its uncertainty. */
  passes: boolean
  /**
   * It expects a loss beyond its uncertainty. A model that does neither has no say: it may not see
   * what changes, as SDPS where arrivals and requests are even.
   */
  objects: boolean
}

/** A model that assesses weights. A formula has one run, the twin one per seed. */
export interface Judge {
  model: WeightCheck['model']
  runs(weights: Weights): Promise<readonly Answer[]>
  /** The objective at this model's times, with the anchors of its predictions. */
  objective(times: Times): ObjectiveValue
}

/**
 * Whether other weights beat those in force under one model by more than its own uncertainty. Runs
 * with equal seeds receive equal requests and are compared pair by pair. Weights shift waits
 * between domains, and the gain is the small difference of larger changes with both signs. So the
 * model's error applies to each domain's change, as if they were independent, and is propagated
 * through the objective.
 */
export async function check(
  { model, runs, objective }: Judge,
  weights: { now: Weights; asked: Weights },
  sight: Sight,
): Promise<WeightCheck> {
  const [now, asked] = [await runs(weights.now), await runs(weights.asked)]
  const pairs = now.map((answer, run) => {
    const [before, after] = [timesOf(answer, sight), timesOf(asked[run]!, sight)]
    const [was, will] = [objective(before), objective(after)]
    // For targets the worst ratio counts, even if this model sees none missed: the measurement
    // shows a miss.
    const gainAt = (times: Times) => 1 - objective(times).value / was.value
    return {
      before: was.value,
      after: will.value,
      gain: gainAt(after),
      error: carriedError(before, after, gainAt, changeError[model]),
    }
  })
  const { mean: gain, halfWidth } = meanInterval(
    pairs.map((pair) => pair.gain),
    CONFIDENCE,
  )
  const uncertainty = Math.hypot(
    halfWidth ?? 0,
    normalQuantile * mean(pairs.map(({ error }) => error)),
  )
  return {
    model,
    before: mean(pairs.map((pair) => pair.before)),
    after: mean(pairs.map((pair) => pair.after)),
    gain,
    uncertainty,
    passes: gain > Math.max(LEAST_GAIN, uncertainty),
    objects: gain < -Math.max(LEAST_GAIN, uncertainty),
  }
}

/** Standard deviation of the gain when each domain's change is off by the given fraction. */
function carriedError(
  before: Times,
  after: Times,
  gainAt: (times: Times) => number,
  fraction: number,
): number {
  const gain = gainAt(after)
  const squares = [...after].map(([domain, seconds]) => {
    const was = before.get(domain)
    if (seconds === null || was === null || was === undefined) return 0
    const off = Math.max(0, seconds + fraction * (seconds - was))
    return (gainAt(new Map(after).set(domain, off)) - gain) ** 2
  })
  return Math.sqrt(squares.reduce((sum, square) => sum + square, 0))
}

/** Whether weights were found and differ from those in force. */
export function isChanged(now: Weights, found: Weights | null): found is Weights {
  return (
    found !== null && Object.entries(found).some(([name, weight]) => valueFor(now, name) !== weight)
  )
}
