import { type Interval, interval } from '../interval.ts'
import type { DomainResult, TwinResult } from '../twin-result.ts'

/** The runs of one variant; variants are played with the same seeds. */
export interface VariantRuns {
  id: string
  results: readonly TwinResult[]
}

/** What a variant makes of the requests of its guests. */
export interface VariantEffect {
  id: string
  /** Mean response time over all requests of all guests; null where none was answered. */
  meanSeconds: Interval | null
  /** Seed by seed against what it is compared with, for the guests of both; below 0 is faster. */
  changeSeconds: Interval | null
  /** The interval of the change leaves 0 out. */
  isReal: boolean
  /** So much was left unanswered that its mean tells nothing. */
  isOverloaded: boolean
}

/** More than this of the requests without an answer in the end, and a queue has no end. */
const MOST_UNANSWERED = 0.01

/**
 * @param base what it is compared with; undefined: nothing
 * @param comparisons how many variants are compared with it, so that none seems real by chance
 */
export function variantEffect(
  { id, results }: VariantRuns,
  base: VariantRuns | undefined,
  comparisons = 1,
): VariantEffect {
  const known = base ? guestsOf(base) : new Set<string>()
  const common = [...guestsOf({ id, results })].filter((name) => known.has(name))
  const meanOfCommon = ({ domains }: TwinResult) =>
    meanSeconds(domains.filter(({ name }) => common.includes(name)))
  const baseBySeed = new Map(base?.results.map((result) => [result.seed, meanOfCommon(result)]))
  const means = results.flatMap(({ domains }) => meanSeconds(domains) ?? [])
  const changes = results.flatMap((result) => {
    const [then, now] = [meanOfCommon(result), baseBySeed.get(result.seed) ?? null]
    return then === null || now === null ? [] : [then - now]
  })
  const changeSeconds =
    id === base?.id || changes.length === 0 ? null : interval(changes, comparisons)
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

function guestsOf({ results }: VariantRuns): Set<string> {
  return new Set(results[0]?.domains.flatMap((each) => (each.requests ? [each.name] : [])))
}

function meanSeconds(domains: readonly DomainResult[]): number | null {
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
