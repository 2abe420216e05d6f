import { directPath, type RequestLeg, replicate, type TwinConfig } from '@steelyard/simulator'

export type Rates = readonly [vm1: number, vm2: number, vm3: number]

/** CPU seconds per request, from Tables 1 to 3. */
export const serviceTimes = [0.0066, 0.0066, 0.0017] as const

/** Arrivals per second in each interval, as printed. Table 2's columns are shifted in print. */
export const table1 = [
  [15, 15, 70],
  [45, 45, 170],
  [10, 10, 50],
  [45, 45, 170],
] as const satisfies readonly Rates[]
export const table2 = [
  [30, 30, 120],
  [35, 35, 130],
  [45, 45, 180],
] as const satisfies readonly Rates[]
export const table3 = [
  [10, 10, 50],
  [15, 15, 50],
  [30, 30, 120],
  [35, 35, 130],
  [45, 45, 170],
  [45, 45, 170],
  [45, 45, 170],
] as const satisfies readonly Rates[]

/** In Table 1, "service time" is total time over total requests; see E0.9. */
export const table1DurationsSeconds = [240, 60, 240, 120]

export function offered(rates: Rates): number {
  return rates.reduce((sum, rate, index) => sum + rate * serviceTimes[index]!, 0)
}

/** Weights of the guests; Domain-0 keeps 256. */
export type GuestWeights = readonly [number, number, number]
const equal: GuestWeights = [256, 256, 256]
/** "50 % more credit" for VM1, in the paper's words. */
export const raised: GuestWeights = [384, 256, 256]

export interface SimulatedVm {
  mean: number
  /** Half-width of the 95 % confidence interval over the phases. */
  meanHalfWidth: number
  p95: number
  standardDeviation: number
}

export type ThreeVms = readonly [SimulatedVm, SimulatedVm, SimulatedVm]

export interface PlayOptions {
  weights?: GuestWeights
  /** Domain-0's CPU seconds per request and direction. */
  domain0Seconds?: number
  path?: RequestLeg[]
}

/**
 * The paper does not give the phase of each arrival stream, so it is drawn anew in each of twelve
 * runs.
 */
const runs = { seed: 1, replications: 12, horizonSeconds: 62, warmupSeconds: 2, drainSeconds: 10 }

/**
 * The paper's host as far as it is described: the credit scheduler of Xen 3.1 on one pCPU, one vCPU
 * per domain, httperf's even arrivals, requests that all need the same CPU time, and first come,
 * first served within a guest.
 */
export function play(rates: Rates, options?: PlayOptions): ThreeVms
export function play(rates: readonly number[], options?: PlayOptions): readonly SimulatedVm[]
export function play(rates: readonly number[], options: PlayOptions = {}): readonly SimulatedVm[] {
  const { domains } = replicate(hostOf(rates, options), runs)
  return domains.flatMap(({ requests }) => {
    if (!requests) return []
    const { mean, p95, standardDeviation } = requests.responseTime
    return {
      mean: mean!.mean,
      meanHalfWidth: mean!.halfWidth!,
      p95: p95!.mean,
      standardDeviation: standardDeviation!.mean,
    }
  })
}

function hostOf(
  rates: readonly number[],
  { weights = equal, domain0Seconds = 0, path }: PlayOptions,
): TwinConfig {
  return {
    pCpus: 1,
    scheduler: { name: 'credit', xenVersion: '3.1' },
    domain0: { name: 'Domain-0' },
    guests: rates.map((ratePerSecond, index) => ({
      name: `VM${index + 1}`,
      weight: weights[index]!,
      load: {
        arrivals: { kind: 'periodic', ratePerSecond },
        serviceTime: { kind: 'constant', seconds: serviceTimes[index]! },
        discipline: 'fifo',
        ...legsOf(domain0Seconds, path),
      },
    })),
  }
}

/** Without any cost in Domain-0 a request consists of its service alone. */
function legsOf(domain0Seconds: number, path?: RequestLeg[]): { path?: RequestLeg[] } {
  if (path) return { path }
  return domain0Seconds > 0 ? { path: directPath(domain0Seconds, domain0Seconds) } : {}
}

export const meansOf = (played: readonly SimulatedVm[]) => played.map(({ mean }) => mean)
export const p95sOf = (played: readonly SimulatedVm[]) => played.map(({ p95 }) => p95)
export const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0)

/** Mean over all requests. */
export function overRequests(rates: Rates, played: readonly SimulatedVm[]): number {
  return sum(played.map(({ mean }, index) => mean * rates[index]!)) / sum(rates)
}
