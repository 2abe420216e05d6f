import { ESTIMATORS, type HostLoad, type Weights } from '@steelyard/model'
import { simulate, twinOfHost, underWeights } from '@steelyard/simulator'
import { describe, expect, test } from 'vitest'

interface Guest {
  rate: number
  x: number
}

interface Host {
  pCpus: number
  arrivals: 'poisson' | 'periodic'
  guests: readonly Guest[]
  /** Weights to compare, each against every other. */
  weights: readonly (readonly number[])[]
}

const DOMAIN0_SECONDS = 0.0003
const SEEDS = [1, 2, 3]
/** Differences that the twin's chance does not explain. */
const MARGIN = Math.log(1.15)

const names = (guests: readonly Guest[]) => guests.map((_, k) => `vm${k + 1}`)

function loadOf({ pCpus, arrivals, guests }: Host): HostLoad {
  return {
    domains: guests.map(({ rate, x }, k) => ({
      name: `vm${k + 1}`,
      arrivalRatePerSecond: rate,
      serviceTimeSeconds: x,
      serviceTimeScv: 0.04,
      arrivalScv: arrivals === 'poisson' ? 1 : 0,
      vCpus: 1,
    })),
    domain0: {
      serviceTimeSeconds: DOMAIN0_SECONDS,
      ioRequestsPerSecond: guests.reduce((sum, { rate }) => sum + rate, 0),
      delayPerIoSeconds: 0,
    },
    pCpus,
  }
}

function played({ pCpus, arrivals, guests }: Host, weights: Weights): number[] {
  const config = twinOfHost({
    pCpus,
    scheduler: { name: 'credit' },
    domain0: { cpuSecondsPerRequest: DOMAIN0_SECONDS },
    guests: guests.map(({ rate, x }, k) => ({
      name: `vm${k + 1}`,
      weight: 256,
      cpuSecondsPerRequest: x,
      demandSpread: 0.04,
      arrivals: { kind: arrivals, ratePerSecond: rate },
    })),
  })
  const runs = SEEDS.map((seed) =>
    simulate(underWeights(config, weights), {
      seed,
      warmupSeconds: 20,
      horizonSeconds: 220,
      drainSeconds: 30,
    }),
  )
  return names(guests).map(
    (name) =>
      runs.reduce(
        (sum, { domains }) =>
          sum + domains.find((each) => each.name === name)!.requests!.loggedTime.mean!,
        0,
      ) / runs.length,
  )
}

/** Of all pairs of weights that the twin tells apart, those that SDPS puts in the same order. */
function agreement(host: Host): { right: number; all: number } {
  const load = loadOf(host)
  const seen = host.weights.map((weights) => {
    const named = {
      'Domain-0': 256,
      ...Object.fromEntries(weights.map((w, k) => [`vm${k + 1}`, w])),
    }
    const { domains } = ESTIMATORS.sdps.estimate(load, named)
    return {
      played: played(host, named),
      estimated: domains.map(({ loggedTimeSeconds }) => loggedTimeSeconds!),
    }
  })
  let [right, all] = [0, 0]
  for (const [a, one] of seen.entries()) {
    for (const other of seen.slice(0, a)) {
      for (const k of host.guests.keys()) {
        const truth = Math.log(one.played[k]! / other.played[k]!)
        if (Math.abs(truth) < MARGIN) continue
        all += 1
        const said = Math.log(one.estimated[k]! / other.estimated[k]!)
        if (Math.abs(said) > 1e-4 && Math.sign(said) === Math.sign(truth)) right += 1
      }
    }
  }
  return { right, all }
}

describe('the order in which weights put the times of the log, as the twin plays them', () => {
  const two = [
    [256, 256],
    [512, 128],
    [128, 512],
    [1024, 256],
  ]

  test('a short guest beside a long one', () => {
    const guests = [
      { rate: 60, x: 0.005 },
      { rate: 4, x: 0.12 },
    ]
    const { right, all } = agreement({ pCpus: 1, arrivals: 'poisson', guests, weights: two })
    expect(all).toBeGreaterThanOrEqual(8)
    expect(right / all).toBeGreaterThanOrEqual(0.9)
  })

  test('even arrivals, interval 5 of Table 3 of paper 0', () => {
    const guests = [
      { rate: 45, x: 0.0066 },
      { rate: 45, x: 0.0066 },
      { rate: 170, x: 0.0017 },
    ]
    const weights = [
      [256, 256, 256],
      [384, 256, 256],
      [256, 512, 256],
      [512, 256, 128],
    ]
    const { right, all } = agreement({ pCpus: 1, arrivals: 'periodic', guests, weights })
    expect(all).toBeGreaterThanOrEqual(8)
    expect(right / all).toBeGreaterThanOrEqual(0.8)
  })

  test('four guests of one vCPU each on two pCPUs, of which one needs nearly the whole of one', () => {
    const guests = [
      { rate: 36, x: 0.0053 },
      { rate: 5.9, x: 0.145 },
      { rate: 16, x: 0.0075 },
      { rate: 2.4, x: 0.17 },
    ]
    const weights = [
      [256, 256, 256, 256],
      [256, 563, 154, 51],
      [256, 51, 256, 256],
      [512, 128, 256, 512],
    ]
    const { right, all } = agreement({ pCpus: 2, arrivals: 'poisson', guests, weights })
    expect(all).toBeGreaterThanOrEqual(8)
    expect(right / all).toBeGreaterThanOrEqual(0.9)
  })
})
