import type { Interval, TwinRunResult } from '@steelyard/contract'
import { DOMAIN0_NAME } from '@steelyard/model'
import { interval, type TwinResult } from '@steelyard/simulator'

/**
 * What the question changes, as a 95 % interval over the differences between runs of the same seed.
 * Common random numbers: what chance does to both hosts alike falls out of the difference.
 * @param comparisons among how many such changes one looks for those that are not chance
 */
export function pairedChanges(
  now: readonly TwinResult[],
  asked: readonly TwinResult[],
  comparisons = 1,
): TwinRunResult['changes'] {
  const domains = now[0]?.domains.map(({ name }) => name) ?? []
  return domains
    .filter((name) => name !== DOMAIN0_NAME)
    .map((domain) => ({
      domain,
      mean: paired(now, asked, comparisons, (run) => responseTime(run, domain)?.mean),
      p95: paired(now, asked, comparisons, (run) => responseTime(run, domain)?.p95),
    }))
}

function responseTime({ domains }: TwinResult, domain: string) {
  return domains.find(({ name }) => name === domain)?.requests?.responseTime
}

function paired(
  now: readonly TwinResult[],
  asked: readonly TwinResult[],
  comparisons: number,
  secondsOf: (run: TwinResult) => number | null | undefined,
): Interval | null {
  const differences = now.flatMap((run) => {
    const other = asked.find(({ seed }) => seed === run.seed)
    const [before, after] = [secondsOf(run), other && secondsOf(other)]
    return typeof before === 'number' && typeof after === 'number' ? [after - before] : []
  })
  if (differences.length < 2) return null
  const { mean, halfWidth } = interval(differences, comparisons)
  const half = halfWidth ?? 0
  return { ms: mean * 1000, lowMs: (mean - half) * 1000, highMs: (mean + half) * 1000 }
}
