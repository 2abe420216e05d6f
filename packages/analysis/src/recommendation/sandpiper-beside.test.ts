import type { HostLoad } from '@steelyard/model'
import { expect, it } from 'vitest'
import { basisOf } from '../prediction/basis-of.ts'
import { predictorsOf } from '../prediction/predictors.fixture.ts'
import { weightsKey } from '../prediction/predictors.ts'
import { PREDICTION_SEEDS } from '../prediction/twin-answers.ts'
import { exampleSettings } from '../settings.fixture.ts'
import { sandpiperAction } from '../verdict/sandpiper-action.ts'
import type { RecommendInput } from './recommend.ts'
import type { Recommendation } from './recommendation-of.ts'
import { type SandpiperBeside, sandpiperBeside } from './sandpiper-beside.ts'

const guest = (name: string, logServiceTimeSeconds: number) => ({
  name,
  arrivalRatePerSecond: 45,
  serviceTimeSeconds: 0.008,
  interArrivalVarianceSeconds2: 1 / 45 ** 2,
  logServiceTimeSeconds,
  logServiceTimeVarianceSeconds2: logServiceTimeSeconds ** 2,
})
const load: HostLoad = {
  domains: [guest('vm1', 0.02), guest('vm2', 0.02)],
  domain0: { serviceTimeSeconds: 0, ioRequestsPerSecond: 0, delayPerIoSeconds: 0 },
  pCpus: 1,
}
const weights = { 'Domain-0': 256, vm1: 256, vm2: 256 }
const settings = { ...exampleSettings, targetStatistic: 'mean' as const, anchored: false }

interface Asked {
  targetsMs: [number | null, number | null]
  recommended?: Record<string, number>
  isInfeasible?: boolean
  unplayed?: SandpiperBeside['unplayed']
}

async function beside({ targetsMs, recommended, isInfeasible = false, unplayed = null }: Asked) {
  const targets = targetsMs.map((ms, index) => ({
    domain: `vm${index + 1}`,
    responseTimeSeconds: ms === null ? null : ms / 1000,
    throughputPerSecond: null,
  }))
  const { predictors, twin } = await predictorsOf(load, weights)
  const played = new Set<string>()
  const counting = {
    ...twin!,
    play: (asked: Parameters<NonNullable<typeof twin>['play']>[0], seed: number) => {
      for (const each of asked) played.add(`${seed} ${weightsKey(each)}`)
      return twin!.play(asked, seed)
    },
  }
  const measured = new Map()
  const basis = await basisOf(
    { weights, targets: { statistic: 'mean', worst: {} } },
    {
      ranking: { used: 'twin', best: 'twin', reasons: [], compared: 0, estimators: [] },
      predictors,
      measured,
      anchored: false,
      hostUtilisation: 0.72,
      outcomes: [],
    },
  )
  const input = {
    load,
    weights,
    targets,
    settings,
    predictors,
    twin: counting,
    guide: null,
    softTargets: [],
    scarce: [],
    measured,
    seconds: 300,
    aloneSeconds: { vm1: 0.008, vm2: 0.008 },
  } as unknown as RecommendInput
  const sandpiper = sandpiperAction(
    load.domains.map(({ name }) => ({ domain: name, busyArrivalRatePerSecond: 45 })),
    targets,
    load,
    weights,
    {},
  )
  const recommendation = recommended
    ? ({
        advice: { change: true, code: 'better', silent: [] },
        solution: { weights: { 'Domain-0': 256, ...recommended } },
        objective: 'mean-slowdown',
        infeasible: isInfeasible ? { status: 'infeasible' } : null,
      } as unknown as Recommendation)
    : null
  return {
    ...(await sandpiperBeside(input, { sandpiper, recommendation, basis, unplayed })),
    predictors,
    played,
  }
}

it('foretells by the twin what each domain takes under the weights that SandPiper would set', async () => {
  const { options, objective, predictors } = await beside({ targetsMs: [24, 500] })
  const [inForce, own] = options!
  expect(options!.map(({ of }) => of)).toEqual(['in-force', 'sandpiper'])
  expect(objective).toBe('meet-targets')
  // λ_cap = 1 / (20 + (494 + 400) / (2 (24 - 20))) in ms = 7.59/s, so 256 · 45 / 7.59.
  expect(own!.domains.map(({ weight }) => weight)).toEqual([1518, 256])
  const under = { ...weights, vm1: 1518 }
  const expected = (await predictors.twin!.predict(under)).get('vm1')!.mean!
  const before = (await predictors.twin!.predict(weights)).get('vm1')!.mean!
  expect(own!.domains[0]!.predicted!.seconds).toBeCloseTo(expected, 12)
  expect(own!.domains[0]!.predicted!.lowSeconds).toBeLessThan(expected)
  expect(own!.worst).toEqual({ domain: 'vm1', ratio: expect.closeTo(expected / 0.024, 9) })
  expect(own!.domains.map(({ meetsTarget }) => meetsTarget)).toEqual([true, true])
  // Seeds shift all times alike, so each run has the same gain.
  expect(own!.gain!.value).toBeCloseTo(1 - expected / before, 9)
  expect(inForce!.gain).toBeNull()
})

it('puts the recommended weights between, and plays SandPiper’s five times at most', async () => {
  const recommended = { vm1: 320, vm2: 192 }
  const { options, played } = await beside({ targetsMs: [24, 500], recommended })
  expect(options!.map(({ of }) => of)).toEqual(['in-force', 'recommended', 'sandpiper'])
  expect(options![1]!.domains.map(({ weight }) => weight)).toEqual([320, 192])
  expect(played.size).toBe(3 * PREDICTION_SEEDS.length)
})

it('measures gains as the recommended weights were judged, and the least bad ones by the targets', async () => {
  const of = { targetsMs: [24, 500], recommended: { vm1: 320, vm2: 192 } } satisfies Asked
  expect((await beside(of)).objective).toBe('mean-slowdown')
  expect((await beside({ ...of, isInfeasible: true })).objective).toBe('meet-targets')
})

it('has nothing to compare where SandPiper would change no weight', async () => {
  expect((await beside({ targetsMs: [500, 500] })).options).toBeUndefined()
  expect((await beside({ targetsMs: [null, null] })).options).toBeUndefined()
})

it('knows the weights alone where the twin is not to be asked', async () => {
  const { options, played } = await beside({ targetsMs: [24, 500], unplayed: 'no-twin' })
  expect(options!.at(-1)).toEqual({
    of: 'sandpiper',
    domains: [
      { domain: 'vm1', weight: 1518, predicted: null, meetsTarget: null },
      { domain: 'vm2', weight: 256, predicted: null, meetsTarget: null },
    ],
    worst: null,
    gain: null,
  })
  expect(played.size).toBe(0)
})
