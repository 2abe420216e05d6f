import { type Interval, interval } from '../results/interval.ts'
import type { DomainResult, TwinResult } from '../results/twin-result.ts'

/** The runs of one variant; all variants run with the same seeds. */
export interface VariantRuns {
  id: string
  results: readonly TwinResult[]
}

/** The effect of a variant on the requests of its guests. */
export interface VariantEffect {
  id: string
  /** Mean response time over all requests of all guests; null where none was answered. */
  meanSeconds: Interval | null
  /**
   * Paired difference from the baseline, seed by seed, for the guests in both; negative is faster.
   */
  changeSeconds: Interval | null
  /** Whether the interval of the change excludes 0. */
  isReal: boolean
  /** Whether so many requests stayed unanswered that the mean is meaningless. */
  isOverloaded: boolean
}

/** Part of the requests left unanswered above which a queue counts as growing without bound. */
const MOST_UNANSWERED = 0.01

/**
 * @param base the baseline; undefined for none
 * @param comparisons number of variants compared with it, so that none seems significant by chance
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
