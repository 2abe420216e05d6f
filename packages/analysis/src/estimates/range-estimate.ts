import {
  availableToGuests,
  type DomainEstimate,
  type EstimateOptions,
  type Estimator,
  relativeScatter,
  type Weights,
} from '@steelyard/model'
import type { LoadLevel } from '../load/load-levels.ts'

/** A steady-state estimator's result for a domain over a range, with its levels. */
interface RangeEstimate extends DomainEstimate {
  /** The mean at each level with requests, and the fraction of the requests at that level. */
  levels: LevelMean[]
}

interface LevelMean {
  /** Index of the level. */
  level: number
  share: number
  seconds: number
}

/**
 * Combines an estimator's results at several load levels, weighted by their requests. If a domain
 * has no finite time at one level, it has none for the range.
 */
export function estimateLevels(
  estimator: Estimator,
  levels: readonly LoadLevel[],
  weights: Weights,
  options: EstimateOptions = {},
): Map<string, RangeEstimate> {
  const answers = levels.map(({ load, seconds }) => ({
    load,
    seconds,
    domains: estimator.estimate(load, weights, options).domains,
  }))
  const names = new Set(answers.flatMap(({ domains }) => domains.map(({ name }) => name)))
  return new Map(
    [...names].map((name) => {
      const parts = answers.flatMap(({ load, seconds, domains }, level) => {
        const estimate = domains.find((domain) => domain.name === name)
        const domain = load.domains.find((each) => each.name === name)
        const requests = (domain?.arrivalRatePerSecond ?? 0) * seconds
        return estimate ? [{ estimate, requests, level }] : []
      })
      return [name, joined(name, parts)]
    }),
  )
}

interface Part {
  estimate: DomainEstimate
  requests: number
  level: number
}

function joined(name: string, all: readonly Part[]): RangeEstimate {
  const parts = all.filter(({ requests }) => requests > 0)
  const [only = all[0]!] = parts
  if (parts.length < 2) {
    const { level, estimate } = only
    const seconds = estimate.responseTimeSeconds
    return { ...estimate, levels: seconds === null ? [] : [{ level, share: 1, seconds }] }
  }
  const total = parts.reduce((sum, { requests }) => sum + requests, 0)
  const mean = (of: (estimate: DomainEstimate) => number | null | undefined) =>
    parts.reduce<number | null>((sum, { estimate, requests }) => {
      const value = of(estimate) ?? null
      return sum === null || value === null ? null : sum + (value * requests) / total
    }, 0)
  const responseTimeSeconds = mean((estimate) => estimate.responseTimeSeconds)
  const part = (key: 'serviceSeconds' | 'vmDelaySeconds' | 'domain0DelaySeconds') =>
    mean((estimate) => estimate.breakdown?.[key]) ?? 0
  const silent = parts.filter(({ estimate }) => estimate.responseTimeSeconds === null)
  return {
    name,
    responseTimeSeconds,
    ...(parts.some(({ estimate }) => estimate.loggedTimeSeconds === undefined)
      ? {}
      : { loggedTimeSeconds: mean((estimate) => estimate.loggedTimeSeconds) }),
    ...(responseTimeSeconds === null
      ? {}
      : {
          breakdown: {
            serviceSeconds: part('serviceSeconds'),
            vmDelaySeconds: part('vmDelaySeconds'),
            domain0DelaySeconds: part('domain0DelaySeconds'),
          },
        }),
    valid: parts.every(({ estimate }) => estimate.valid),
    // The levels are sorted by load, and the reason at the busiest level without an answer counts.
    reasons: (silent.at(-1) ?? parts.at(-1)!).estimate.reasons,
    levels:
      responseTimeSeconds === null
        ? []
        : parts.map(({ estimate, requests, level }) => ({
            level,
            share: requests / total,
            seconds: estimate.responseTimeSeconds!,
          })),
  }
}

const BISECTIONS = 60
/**
 * A percentile if response times at each level are exponential. In simulations they are
 * close to it under load (p95 / mean about 3, facts of section 5). It is the root of sum of share
 * exp(-t / mean) = 1 - fraction.
 * @returns seconds; null without levels
 */
export function percentileOf(levels: readonly LevelMean[], fraction: number): number | null {
  if (levels.length === 0) return null
  const slowest = Math.max(...levels.map(({ seconds }) => seconds))
  let [low, high] = [0, -Math.log(1 - fraction) * slowest]
  for (let step = 0; step < BISECTIONS; step++) {
    const middle = (low + high) / 2
    const above = levels.reduce(
      (sum, { share, seconds }) => sum + share * Math.exp(-middle / seconds),
      0,
    )
    if (above > 1 - fraction) low = middle
    else high = middle
  }
  return (low + high) / 2
}

/**
 * How far the means over the range scatter by chance around the steady-state means, as a fraction.
 * Levels are weighted by the time that requests spend there.
 */
export function chanceSpread(levels: readonly LoadLevel[], means: readonly LevelMean[]): number {
  const total = means.reduce((sum, { share, seconds }) => sum + share * seconds, 0)
  const squares = means.reduce((sum, { level, share, seconds }) => {
    const { load, seconds: length } = levels[level]!
    const scatter = relativeScatter(load, availableToGuests(load), length)
    return sum + (share * seconds * scatter) ** 2
  }, 0)
  return total === 0 ? 0 : Math.sqrt(squares) / total
}
