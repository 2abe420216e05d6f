import type { HostLoad, Weights } from '@steelyard/model'
import type { Judge, JudgedTimes } from './judge.ts'
import type { TrueHost } from './true-host.ts'

/** A time span with one true load. */
export interface Part {
  host: TrueHost
  seconds: number
}

/** The range of a recommendation: one load, or several in succession. */
export type JudgedRange = readonly Part[]

/** A judge's times for a range under given weights; each load is simulated for the given time. */
export async function timesIn(
  parts: JudgedRange,
  judge: Judge,
  weights: readonly Weights[],
  seconds: number,
): Promise<JudgedTimes[]> {
  const played: JudgedTimes[][] = []
  for (const { host } of parts) played.push(await judge.play(host.config, weights, seconds))
  return weights.map((_, index) =>
    meanOver(
      parts,
      played.map((each) => each[index]!),
    ),
  )
}

/**
 * Weights each part by its requests. A domain that was not answered under one of the loads is
 * missing.
 */
export function meanOver(parts: JudgedRange, times: readonly JudgedTimes[]): JudgedTimes {
  if (parts.length === 1) return times[0]!
  return Object.fromEntries(
    namesIn(parts).flatMap((name) => {
      const seen = parts.flatMap(({ host, seconds }, index) => {
        const requests = rateOf(host.load, name) * seconds
        return requests > 0 ? [{ requests, time: times[index]![name] }] : []
      })
      const all = seen.reduce((sum, { requests }) => sum + requests, 0)
      if (seen.length === 0 || seen.some(({ time }) => time === undefined)) return []
      const mean = (of: 'clientSeconds' | 'loggedSeconds') =>
        seen.reduce((sum, { requests, time }) => sum + requests * time![of], 0) / all
      const own = {
        clientSeconds: mean('clientSeconds'),
        loggedSeconds: mean('loggedSeconds'),
        loggedP95Seconds: null,
      }
      return [[name, own] as const]
    }),
  )
}

/** The range as one load with mean rates; the demands are the same throughout. */
export function meanLoad(parts: JudgedRange): HostLoad {
  const { load } = parts[0]!.host
  const total = parts.reduce((sum, { seconds }) => sum + seconds, 0)
  return {
    ...load,
    domains: load.domains.map((domain) => ({
      ...domain,
      arrivalRatePerSecond:
        parts.reduce(
          (sum, { host, seconds }) => sum + rateOf(host.load, domain.name) * seconds,
          0,
        ) / total,
    })),
  }
}

/** The time of a request alone on the host: its CPU time and that of Domain-0. */
export function aloneSeconds({ domains, domain0 }: HostLoad): Record<string, number> {
  return Object.fromEntries(
    domains.map(({ name, serviceTimeSeconds }) => [
      name,
      serviceTimeSeconds + domain0.serviceTimeSeconds,
    ]),
  )
}

export function namesIn(parts: JudgedRange): string[] {
  return parts[0]!.host.load.domains.map(({ name }) => name)
}

function rateOf({ domains }: HostLoad, wanted: string): number {
  return domains.find(({ name }) => name === wanted)?.arrivalRatePerSecond ?? 0
}
