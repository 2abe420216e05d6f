import { Random } from '@steelyard/model'
import type { BoostPolicy } from './config/boost-policy.ts'
import { connectionPath, directPath, type RequestLeg } from './config/request-path.ts'
import {
  type GuestLoad,
  linuxDomain0Tick,
  linuxTick,
  type TwinConfig,
  type TwinDomain,
  type TwinGuest,
} from './config/twin-config.ts'
import type { Arrivals } from './draws/arrivals.ts'
import type { ServiceTime } from './draws/service-time.ts'
import type { GoldenRun } from './golden-hosts.fixture.ts'

/** Random draws for one host. */
class Draw {
  readonly #random: Random

  constructor(seed: number) {
    this.#random = new Random(seed, 77)
  }

  one<T>(...of: T[]): T {
    return of[Math.floor(this.#random.uniform() * of.length)]!
  }

  often(chance: number): boolean {
    return this.#random.uniform() < chance
  }

  between(low: number, high: number): number {
    return low + (high - low) * this.#random.uniform()
  }

  list<T>(count: number, of: (index: number) => T): T[] {
    return Array.from({ length: count }, (_, index) => of(index))
  }
}

const horizonSeconds = 3

function arrivals(draw: Draw, ratePerSecond: number): Arrivals {
  const times = () => {
    const gaps = draw.list(Math.ceil(ratePerSecond), () => draw.between(0, 2 / ratePerSecond))
    let at = 0
    return gaps.map((gap) => {
      at += gap
      return at
    })
  }
  const squaredCoefficientOfVariation = draw.one(0, 0.25, 3)
  return draw.one<() => Arrivals>(
    () => ({ kind: 'poisson', ratePerSecond }),
    () => ({ kind: 'poisson', ratePerSecond }),
    () => ({ kind: 'periodic', ratePerSecond }),
    () => ({ kind: 'renewal', ratePerSecond, squaredCoefficientOfVariation }),
    () => ({
      kind: 'mmpp',
      ratesPerSecond: [ratePerSecond / 2, 2 * ratePerSecond],
      meanStaySeconds: [0.2, 0.1],
    }),
    () => ({ kind: 'batch', batchesPerSecond: ratePerSecond / 3, meanBatchSize: 3 }),
    () => ({
      kind: 'times',
      seconds: times(),
      ...(draw.often(0.5) ? { resolutionSeconds: 0.01, clockUncertaintySeconds: 0.05 } : {}),
    }),
  )()
}

function serviceTime(draw: Draw, meanSeconds: number): ServiceTime {
  return draw.one<ServiceTime>(
    { kind: 'constant', seconds: meanSeconds },
    { kind: 'exponential', meanSeconds },
    { kind: 'gamma', meanSeconds, squaredCoefficientOfVariation: draw.one(0, 0.5, 2) },
    { kind: 'empirical', seconds: draw.list(5, () => draw.between(0, 2 * meanSeconds)) },
  )
}

function path(draw: Draw, hasDomain0: boolean): RequestLeg[] | undefined {
  if (!hasDomain0)
    return draw.one(undefined, [{ on: 'guest', cpuSeconds: 1e-4 }, { on: 'service' }])
  const connection = connectionPath({ domain0Seconds: 0.0003, guestSeconds: 0.0002 })
  const started = connection.map((leg, index) => (index === 0 ? { ...leg, starts: true } : leg))
  return draw.one(undefined, directPath(0.0002, 0.0001), connection, connection, started)
}

function load(draw: Draw, hasDomain0: boolean, part: number): GuestLoad {
  const rate = draw.one(20, 60, 200)
  return {
    arrivals: arrivals(draw, rate),
    serviceTime: serviceTime(draw, part / rate),
    discipline: draw.one('fifo', 'processor-sharing', 'time-sharing', 'time-sharing'),
    workers: draw.one(undefined, undefined, 2, 5),
    outstanding: draw.one(undefined, undefined, 8),
    path: path(draw, hasDomain0),
  }
}

/** The settings that any domain can have. */
function domain(draw: Draw, name: string, pCpus: number): TwinDomain {
  const vCpus = draw.one(1, 1, 1, 2, 3)
  const some = draw.list(pCpus, (p) => p).filter(() => draw.often(0.6))
  return {
    name,
    vCpus,
    weight: draw.one(256, 256, 64, 512, 1024),
    cap: draw.one(0, 0, 0, 30, 80),
    hogs: draw.often(0.12) ? 1 : 0,
    ...(draw.often(0.25) && some.length > 0 ? { affinity: draw.list(vCpus, () => some) } : {}),
    ...(draw.often(0.5) ? { tick: linuxTick } : {}),
    ...(draw.often(0.3)
      ? {
          background: draw.one(
            { utilisation: 0.05, periodSeconds: 0.1 },
            { utilisation: 0.1, periodSeconds: 0.05, timing: 'poisson' as const },
            { windows: [{ startSeconds: 0.5, endSeconds: 1.5, cpuSeconds: 0.2 }] },
          ),
        }
      : {}),
    reservation: draw.one(
      undefined,
      { periodSeconds: 0.01, budgetSeconds: 0.003, extraTime: false },
      { periodSeconds: 0.02, budgetSeconds: 0.01 },
    ),
    ...(draw.often(0.15)
      ? {
          realTime: {
            periodSeconds: 0.04,
            executionSeconds: 0.006,
            ...(draw.often(0.5) ? { unitSeconds: 0.001 } : { firstReleaseSeconds: 0.01 }),
          },
        }
      : {}),
  }
}

function boost(draw: Draw): BoostPolicy {
  return draw.one<BoostPolicy>(
    { policy: 'wake' },
    { policy: 'wake' },
    { policy: 'always', lasts: draw.one('dispatch', 'tick') },
    { policy: 'loan-redemption', creditLine: draw.one(200, 1000), lasts: draw.one('tick', 'loan') },
    { policy: 'loan-redemption', sizing: 'fixed' },
  )
}

function scheduler(draw: Draw): TwinConfig['scheduler'] {
  const ratelimitSeconds = draw.one(0.001, 0.0001, 0, 0.005)
  return draw.one<() => TwinConfig['scheduler']>(
    () => ({
      name: 'credit',
      ratelimitSeconds,
      boost: boost(draw),
      xenVersion: draw.one('3.1', '4.0', '4.5', '4.17', '4.18'),
      tsliceSeconds: draw.one(0.03, 0.03, 0.01, 0.005),
      migrationDelaySeconds: draw.one(0, 0, 0.002),
      realTimeFirst: draw.often(0.2),
    }),
    () => ({ name: 'credit' }),
    () => ({
      name: 'credit2',
      ratelimitSeconds,
      pCpusPerRunqueue: draw.one(16, 16, 1, 2),
      capPeriodSeconds: draw.one(0.01, 0.02),
    }),
    () => ({ name: 'rtds' }),
  )()
}

/**
 * A random host with everything the twin can simulate, at loads from calm to beyond saturation.
 */
export function drawnRun(seed: number): GoldenRun {
  const draw = new Draw(seed)
  const pCpus = draw.one(1, 1, 2, 3, 5)
  const guestCount = draw.one(1, 2, 3, 4, 6)
  const hasDomain0 = draw.often(0.6)
  const part = (pCpus * draw.between(0.3, 1.1)) / guestCount
  const guests = draw.list(guestCount, (index): TwinGuest => {
    const own = domain(draw, `vm${index + 1}`, pCpus)
    return draw.often(0.85) ? { ...own, load: load(draw, hasDomain0, part) } : own
  })
  const names = guests.map(({ name }) => name)
  const domain0 = { ...domain(draw, 'Domain-0', pCpus), tick: linuxDomain0Tick }
  return {
    name: `drawn ${seed}`,
    config: {
      pCpus,
      scheduler: scheduler(draw),
      guests,
      ...(hasDomain0 ? { domain0 } : {}),
      ...(draw.often(0.3)
        ? {
            changes: [
              { atSeconds: 1, domain: draw.one(...names), weight: 700 },
              { atSeconds: 2, domain: draw.one(...names), cap: draw.one(0, 50) },
            ],
          }
        : {}),
    },
    options: {
      seed,
      horizonSeconds,
      warmupSeconds: draw.one(0, 0.5),
      boundariesSeconds: draw.one([], [1, 2.5]),
      windowResponses: draw.often(0.8),
      drainSeconds: draw.one(0, 2),
      cdfAtSeconds: draw.one([], [0.01, 0.05]),
    },
  }
}
