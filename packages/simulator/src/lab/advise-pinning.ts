import { type Interval, interval } from '../student.ts'
import type { TwinResult } from '../twin-result.ts'
import { asItIs } from './pinning-lab.ts'

/** The runs of one variant; variants are played with the same seeds. */
export interface PinningRuns {
  id: string
  results: readonly TwinResult[]
}

export interface PinningEffect {
  id: string
  /** Mean response time over all requests of all guests; null where none was answered. */
  meanSeconds: Interval | null
  /** Seed by seed against the host as it is; below 0 is faster. */
  changeSeconds: Interval | null
  /** The 95 % interval of the change leaves 0 out. */
  isReal: boolean
  /** So much was left unanswered that its mean tells nothing. */
  isOverloaded: boolean
}

export interface PinningAdvice {
  /** The variant to go for; the host as it is where no other is faster for certain. */
  id: string
  effects: PinningEffect[]
}

/** More than this of the requests without an answer in the end, and a queue has no end. */
const MOST_UNANSWERED = 0.01

/**
 * The variant with the least mean response time over all requests, if the 95 % interval of its
 * difference to the host as it is, seed by seed, leaves 0 out; else the host as it is. The best of
 * several looks a little better than it is: its interval is about itself alone.
 */
export function advisePinning(variants: readonly PinningRuns[]): PinningAdvice {
  const now = variants.find(({ id }) => id === asItIs)
  const nowBySeed = new Map(now?.results.map((result) => [result.seed, meanSeconds(result)]))
  const effects = variants.map((variant) => effectOf(variant, nowBySeed))
  const [best] = effects
    .filter(({ isReal, isOverloaded, changeSeconds }) => {
      return isReal && !isOverloaded && changeSeconds!.mean < 0
    })
    .sort((a, b) => a.changeSeconds!.mean - b.changeSeconds!.mean)
  return { id: best?.id ?? asItIs, effects }
}

function effectOf(
  { id, results }: PinningRuns,
  nowBySeed: ReadonlyMap<number, number | null>,
): PinningEffect {
  const means = results.flatMap((result) => meanSeconds(result) ?? [])
  const changes = results.flatMap((result) => {
    const [then, now] = [meanSeconds(result), nowBySeed.get(result.seed) ?? null]
    return then === null || now === null ? [] : [then - now]
  })
  const changeSeconds = id === asItIs || changes.length === 0 ? null : interval(changes)
  return {
    id,
    meanSeconds: means.length === 0 ? null : interval(means),
    changeSeconds,
    isReal:
      changeSeconds !== null &&
      changeSeconds.halfWidth !== null &&
      Math.abs(changeSeconds.mean) > changeSeconds.halfWidth,
    isOverloaded: unanswered(results) > MOST_UNANSWERED,
  }
}

function meanSeconds({ domains }: TwinResult): number | null {
  let [sum, count] = [0, 0]
  for (const { requests } of domains) {
    if (!requests || requests.responseTime.mean === null) continue
    sum += requests.answered * requests.responseTime.mean
    count += requests.answered
  }
  return count === 0 ? null : sum / count
}

function unanswered(results: readonly TwinResult[]): number {
  let [arrived, answered] = [0, 0]
  for (const { domains } of results) {
    for (const { requests } of domains) {
      arrived += requests?.arrived ?? 0
      answered += requests?.answered ?? 0
    }
  }
  return arrived === 0 ? 0 : 1 - answered / arrived
}
