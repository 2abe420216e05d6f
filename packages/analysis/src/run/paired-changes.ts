import { DOMAIN0_NAME } from '@steelyard/model'
import { type Interval, interval, type TwinResult } from '@steelyard/simulator'

/**
 * The change in a domain's response time, in seconds. Null when fewer than two runs are comparable.
 */
export interface PairedChange {
  domain: string
  mean: Interval | null
  p95: Interval | null
}

/**
 * The differences between two hosts as 95 % intervals over runs with the same seeds. With common
 * random numbers, chance effects that both hosts share cancel out of the difference.
 * @param comparisons number of such changes that are tested together, which widens the intervals
 */
export function pairedChanges(
  now: readonly TwinResult[],
  asked: readonly TwinResult[],
  comparisons = 1,
): PairedChange[] {
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
  return differences.length < 2 ? null : interval(differences, comparisons)
}
