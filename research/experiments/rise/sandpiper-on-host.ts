import * as contract from '@steelyard/contract'
import type { LoggedDomain, Minute, SeenDomain, Weights } from '../../../bench/index.ts'
import { AS_PUBLISHED, MINUTE_SECONDS, sandpiper } from '../../../bench/index.ts'
import { applyWeights } from '../apply-weights.ts'
import type { Laboratory } from '../laboratory.ts'
import { BOOT_WEIGHT, GUESTS } from './rise-load.ts'
import { untilStored } from './until-stored.ts'

/** The longest that the rule looks back, and as many windows as a series has at least. */
const SEEN_MINUTES = 10
const P_CPUS = 1

/** What the product observed of a guest in a minute. */
interface SeenMinute extends Minute<SeenDomain> {
  logged: LoggedDomain[]
}

/**
 * Lets SandPiper’s rule look after the host until this moment. It sees each minute as soon as the
 * product has stored it, and its weights are planned and applied as a person would.
 *
 * @returns what went wrong
 */
export async function letSandpiperAct(
  laboratory: Laboratory,
  { startEpochSeconds, endEpochSeconds }: { startEpochSeconds: number; endEpochSeconds: number },
): Promise<string[]> {
  const rule = sandpiper({ guests: GUESTS, pCpus: P_CPUS }, AS_PUBLISHED)
  const failures: string[] = []
  let weights: Weights = Object.fromEntries(
    ['Domain-0', ...GUESTS.map(({ name }) => name)].map((name) => [name, BOOT_WEIGHT]),
  )
  for (
    let nowSeconds = startEpochSeconds + MINUTE_SECONDS;
    nowSeconds < endEpochSeconds;
    nowSeconds += MINUTE_SECONDS
  ) {
    const seen = (await untilSeen(laboratory, nowSeconds)).filter(
      ({ startSeconds }) => startSeconds >= startEpochSeconds,
    )
    const [minute] = seen.slice(-1)
    if (!minute) continue
    let wanted: Weights | null = null
    const host = {
      weights,
      setWeights: (after: Weights) => {
        wanted = after
      },
      observed: (from: number) =>
        seen.filter(({ startSeconds }) => startSeconds >= from).flatMap(({ logged }) => logged),
    }
    const stampedSeconds = minute.startSeconds
    await rule.see({ nowSeconds, minute, stampedSeconds }, host)
    if (wanted === null) continue
    const { 'Domain-0': _, ...guests } = wanted as Weights
    try {
      await applyWeights(laboratory, { weights: guests })
      weights = wanted
    } catch (error) {
      failures.push((error as Error).message)
    }
  }
  return failures
}

/** The newest minutes up to this moment, once the last of them is stored. */
async function untilSeen(
  { product, hostId }: Laboratory,
  toSeconds: number,
): Promise<SeenMinute[]> {
  const params = { id: hostId }
  await untilStored({ product, hostId }, 1000 * toSeconds)
  const fromSeconds = toSeconds - SEEN_MINUTES * MINUTE_SECONDS
  const [from, to] = [fromSeconds, toSeconds].map((at) => new Date(1000 * at).toISOString())
  const query = { from: from!, to: to!, maxPoints: SEEN_MINUTES }
  const series = await product.call(contract.getWatchSeries, { params, query })
  return minutesOf(series)
}

/** A series of minutes as the rule sees them. */
export function minutesOf({ domains }: Pick<contract.WatchSeries, 'domains'>): SeenMinute[] {
  const starts = domains.flatMap(({ points }) => points.map(({ at }) => Date.parse(at) / 1000))
  return [...new Set(starts)]
    .sort((one, other) => one - other)
    .map((startSeconds) => {
      const seen = domains.flatMap(({ domain, points }) => {
        const point = points.find(({ at }) => Date.parse(at) / 1000 === startSeconds)
        return point ? [{ domain, point }] : []
      })
      const requestsOf = ({ arrivalRatePerSecond }: contract.WatchPoint) =>
        Math.round((arrivalRatePerSecond ?? 0) * MINUTE_SECONDS)
      const cpuOf = ({ usedPCpus }: contract.WatchPoint) => (usedPCpus ?? 0) * MINUTE_SECONDS
      const domain0 = seen.find(({ domain }) => domain === 'Domain-0')
      const guests = seen.filter(({ domain }) => GUESTS.some(({ name }) => name === domain))
      return {
        startSeconds,
        domain0CpuSeconds: domain0 ? cpuOf(domain0.point) : 0,
        domains: guests.map(({ domain, point }) => ({
          domain,
          requests: requestsOf(point),
          valueSeconds: point.responseTimeMs === null ? null : point.responseTimeMs / 1000,
          cpuSeconds: cpuOf(point),
        })),
        logged: guests.map(({ domain, point }) => ({
          domain,
          requests:
            point.meanMs === null
              ? null
              : { duration: { count: requestsOf(point), meanSeconds: point.meanMs / 1000 } },
        })),
      }
    })
}
