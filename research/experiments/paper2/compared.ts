import { mean } from 'simple-statistics'
import { WEB_SERVERS } from './domains.ts'
import type { Comparison, Measured } from './paper2-result.ts'

/** What so many threads did over all their rounds. */
export interface Compared {
  answeredPerSecond: number
  meanMs: number
  p95Ms: number
  cpuShares: Measured['cpuShares']
}

/** @throws Error when nothing was answered in some round */
export function comparedWith({ rounds }: Comparison, threads: number): Compared {
  const ofThese = rounds.filter((round) => round.threads === threads)
  const over = (value: (round: Measured) => number | null) =>
    mean(
      ofThese.map((round) => {
        const each = value(round)
        if (each === null) throw new Error(`Nothing was answered with ${threads} threads.`)
        return each
      }),
    )
  const names = Object.keys(ofThese[0]!.cpuShares)
  return {
    answeredPerSecond: over((round) => round.answeredPerSecond),
    meanMs: over((round) => round.meanMs),
    p95Ms: over((round) => round.p95Ms),
    cpuShares: Object.fromEntries(
      names.map((name) => [name, over(({ cpuShares }) => cpuShares[name]!)]),
    ),
  }
}

/** CPU seconds per second of the neighbours together. */
export function neighboursShare({ cpuShares }: Pick<Measured, 'cpuShares'>): number {
  return WEB_SERVERS.reduce((sum, { name }) => sum + cpuShares[name]!, 0)
}
