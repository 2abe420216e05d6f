import { expect } from 'vitest'
import type { TwinGuest } from './config/twin-config.ts'
import type { ServiceTime } from './draws/service-time.ts'
import { replicate } from './engine/replicate.ts'
import { constant, exponential, guest, poisson, schedulers } from './hosts.fixture.ts'
import type { Interval } from './results/interval.ts'

export const run = { seed: 40, replications: 6, horizonSeconds: 320, warmupSeconds: 20 }

/**
 * Twice the half-width: about 1 in 300 intervals of six runs misses by that much by chance; the
 * seed is fixed.
 */
export function expectWithin({ mean, halfWidth }: Interval, truth: number): void {
  expect(Math.abs(mean - truth)).toBeLessThan(2 * halfWidth!)
  // An interval so wide that anything passes would prove nothing.
  expect(halfWidth! / truth).toBeLessThan(0.08)
}

export const responseOf = (guests: TwinGuest[], scheduler = schedulers[0]!) =>
  replicate({ pCpus: 1, scheduler, guests }, run).domains.map(
    ({ requests }) => requests!.responseTime.mean!,
  )

export const x = 0.006

type Scheduler = (typeof schedulers)[number]

export function expectMM1(rate: number, scheduler: Scheduler): void {
  const [mean] = responseOf([guest('a', poisson(rate), exponential(x))], scheduler)
  expectWithin(mean!, x / (1 - rate * x))
}

export function expectMD1(rate: number, scheduler: Scheduler): void {
  const rho = rate * x
  const [mean] = responseOf([guest('a', poisson(rate), constant(x))], scheduler)
  expectWithin(mean!, x + (rho * x) / (2 * (1 - rho)))
}

/** Under processor sharing the mean depends on the mean demand alone. */
export function expectSharing(serviceTime: ServiceTime, scheduler: Scheduler): void {
  const [mean] = responseOf(
    [guest('a', poisson(100), serviceTime, { discipline: 'processor-sharing' })],
    scheduler,
  )
  expectWithin(mean!, x / (1 - 100 * x))
}

/**
 * Kleinrock 1965: with exponential demands, sum rho_i T_i is the same under every work-conserving
 * discipline that does not use sizes.
 */
export function expectConserved(weights: number[], scheduler: Scheduler): void {
  const guests = [
    guest('a', poisson(40), exponential(0.006), { weight: weights[0] }),
    guest('b', poisson(40), exponential(0.006), { weight: weights[1] }),
    guest('c', poisson(150), exponential(0.0015), { weight: weights[2] }),
  ]
  const rhos = [0.24, 0.24, 0.225]
  const sumRhoX = 0.24 * 0.006 * 2 + 0.225 * 0.0015
  const invariant = sumRhoX / (1 - 0.705)
  const times = replicate({ pCpus: 1, scheduler, guests }, { ...run, seed: 7 }).domains.map(
    ({ requests }) => requests!.responseTime.mean!,
  )
  const sum = rhos.reduce((total, rho, index) => total + rho * times[index]!.mean, 0)
  // The terms are not independent, so the sum of their half-widths is a bound.
  const bound = rhos.reduce((total, rho, index) => total + rho * times[index]!.halfWidth!, 0)
  expect(Math.abs(sum - invariant)).toBeLessThan(2 * bound)
  expect(bound / invariant).toBeLessThan(0.1)
}
