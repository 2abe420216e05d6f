import { DOMAIN0_NAME } from '@steelyard/model'
import { type Interval, interval, type TwinResult } from '@steelyard/simulator'

/** What became of a domain's response time in seconds; null where fewer than two runs can be compared. */
export interface PairedChange {
  domain: string
  mean: Interval | null
  p95: Interval | null
}

/**
 * The differences between two hosts as 95 % intervals over runs of the same seed. With common random
 * numbers, whatever chance does to both hosts alike falls out of the difference.
 * @param comparisons the number of such changes among which one looks for those that are not chance
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
