import type { HostLoad, Weights } from '@steelyard/model'
import { describe, expect, it } from 'vitest'
import type { TotalDelay } from '../../as-printed/total-delay.ts'
import type { Forecaster } from '../../catalogue.ts'
import { basisOf } from '../../prediction/basis-of.ts'
import { predictorsOf } from '../../prediction/predictors.fixture.ts'
import { type MeasuredByDomain, weightsKey } from '../../prediction/predictors.ts'
import { exampleSettings } from '../../settings.fixture.ts'
import { sandpiperAction } from '../../verdict/sandpiper-action.ts'
import type { RecommendInput } from '../recommend.ts'
import type { Recommendation } from '../recommendation-of.ts'
import { type WeightOptions, weightOptions } from './weight-options.ts'

const guest = (name: string) => ({
  name,
  arrivalRatePerSecond: 45,
  serviceTimeSeconds: 0.008,
  interArrivalVarianceSeconds2: 1 / 45 ** 2,
  logServiceTimeSeconds: 0.02,
  logServiceTimeVarianceSeconds2: 0.02 ** 2,
})
const load: HostLoad = {
  domains: [guest('vm1'), guest('vm2')],
  domain0: { serviceTimeSeconds: 0, ioRequestsPerSecond: 0, delayPerIoSeconds: 0 },
  pCpus: 1,
}
const weights: Weights = { 'Domain-0': 256, vm1: 256, vm2: 256 }
const settings = { ...exampleSettings, targetStatistic: 'mean' as const, anchored: false }

interface Asked {
  /** As parts of the time at the weights in force. */
  targets?: [number | null, number | null]
  recommended?: Record<string, number>
  totalDelay?: [number, number] | null
  measured?: MeasuredByDomain
  unpredicted?: WeightOptions['unpredicted']
  by?: Forecaster
}

async function asked({
  targets: parts = [0.8, 3],
  recommended,
  totalDelay = null,
  measured = new Map(),
  unpredicted = null,
  by = 'sdps',
}: Asked = {}) {
  const { predictors, twin } = await predictorsOf(load, weights)
  const now = await predictors[by]!.predict(weights)
  const targets = parts.map((part, index) => ({
    domain: `vm${index + 1}`,
    responseTimeSeconds: part === null ? null : part * now.get(`vm${index + 1}`)!.mean!,
    throughputPerSecond: null,
  }))
  const played = new Set<string>()
  const counting = {
    ...twin!,
    play: (some: readonly Weights[], seed: number) => {
      for (const each of some) played.add(weightsKey(each))
      return twin!.play(some, seed)
    },
  }
  const basis = await basisOf(
    { weights, targets: { statistic: 'mean', worst: {} } },
    {
      ranking: { used: by, best: by, reasons: [], compared: 0, estimators: [] },
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
    basis,
    used: by,
    seconds: 300,
    aloneSeconds: { vm1: 0.008, vm2: 0.008 },
  } as unknown as RecommendInput
  const domains = load.domains.map(({ name }) => ({ domain: name, busyArrivalRatePerSecond: 45 }))
  const found = await weightOptions(input, {
    sandpiper: sandpiperAction(domains, targets, load, weights, {}),
    totalDelay:
      totalDelay &&
      ({
        domains: totalDelay.map((weight, index) => ({
          domain: `vm${index + 1}`,
          correctedWeight: weight,
        })),
      } as TotalDelay),
    recommendation: recommended
      ? ({
          advice: { change: true },
          solution: { weights: { 'Domain-0': 256, ...recommended } },
        } as unknown as Recommendation)
      : null,
    unpredicted,
  })
  return { found, predictors, played, targets }
}

const row = ({ rows }: WeightOptions, name: WeightOptions['rows'][number]['names'][number]) =>
  rows.find(({ names }) => names.includes(name))!

describe('the rows of the options', () => {
  it('begin with the weights in force, and put equal weights under all their names', async () => {
    const { found } = await asked({
      recommended: { vm1: 320, vm2: 192 },
      totalDelay: [320, 192],
    })
    expect(found.rows.map(({ names }) => names)).toEqual([
      ['in-force', 'equal'],
      ['recommended', 'total-delay'],
      ['smallest-change'],
      ['sandpiper'],
    ])
    expect(found.absent).toEqual([])
  })

  it('are all foretold by the predictor of the analysis', async () => {
    const { found, predictors, targets } = await asked({ totalDelay: [400, 112] })
    const own = row(found, 'total-delay')
    const times = await predictors.sdps!.predict({ ...weights, vm1: 400, vm2: 112 })
    expect(found.by).toBe('sdps')
    for (const [index, { domain, predicted }] of own.domains.entries()) {
      expect(predicted!.seconds).toBeCloseTo(times.get(domain)!.mean!, 12)
      expect(own.domains[index]!.meetsTarget).toBe(
        times.get(domain)!.mean! <= targets[index]!.responseTimeSeconds!,
      )
    }
    expect(own.worst!.ratio).toBeCloseTo(
      Math.max(
        ...targets.map(
          ({ domain, responseTimeSeconds }) => times.get(domain)!.mean! / responseTimeSeconds!,
        ),
      ),
      12,
    )
  })

  it('name who gets slower by more than the model tells apart', async () => {
    const { found } = await asked({ totalDelay: [480, 32] })
    const [inForce] = found.rows
    expect(inForce!.payers).toEqual([])
    const own = row(found, 'total-delay')
    const grown = own.domains.filter(
      ({ predicted }, i) => predicted!.seconds > 1.15 * inForce!.domains[i]!.predicted!.seconds,
    )
    expect(own.payers).toEqual(grown.map(({ domain }) => domain))
    expect(own.payers).toEqual(['vm2'])
  })

  it('know the weights alone where the recording does not support more', async () => {
    const { found } = await asked({ unpredicted: 'not-enough-evidence', totalDelay: [320, 192] })
    expect(row(found, 'total-delay')).toMatchObject({
      domains: [
        { domain: 'vm1', weight: 320, predicted: null, meetsTarget: null },
        { domain: 'vm2', weight: 192, predicted: null, meetsTarget: null },
      ],
      worst: null,
      payers: [],
    })
    expect(found.absent).toContainEqual({ name: 'smallest-change', code: 'not-enough-evidence' })
  })
})

describe('the smallest change', () => {
  /** Of one guest alone, in the steps of the product, by the times themselves. */
  async function leastByTrying({ predictors, targets }: Awaited<ReturnType<typeof asked>>) {
    const sizes: number[] = []
    for (const name of ['vm1', 'vm2']) {
      for (let step = -32; step <= 32; step++) {
        const weight = Math.max(1, Math.round(256 * 2 ** (step / 8)))
        const times = await predictors.sdps!.predict({ ...weights, [name]: weight })
        const isKept = targets.every(
          ({ domain, responseTimeSeconds: target }) =>
            target === null || times.get(domain)!.mean! <= target,
        )
        if (isKept && weight !== 256) sizes.push(Math.abs(Math.log(weight / 256)))
      }
    }
    return Math.min(...sizes)
  }

  it('is that of one guest where that is enough, the least of those tried one by one', async () => {
    const one = await asked({ targets: [0.9, 9] })
    const own = row(one.found, 'smallest-change')
    const changed = own.domains.filter(({ weight }) => weight !== 256)
    expect(changed).toHaveLength(1)
    expect(Math.abs(Math.log(changed[0]!.weight / 256))).toBeCloseTo(await leastByTrying(one), 9)
    expect(own.domains.every(({ meetsTarget }) => meetsTarget)).toBe(true)
  })

  it('is none where the weights in force keep every target', async () => {
    const { found } = await asked({ targets: [1.1, 3] })
    expect(found.rows[0]!.names).toContain('smallest-change')
  })

  it('counts what was measured as missed, whatever the model says', async () => {
    const { targets } = await asked({ targets: [1.1, 3] })
    const missed = 1.2 * targets[0]!.responseTimeSeconds!
    const measured: MeasuredByDomain = new Map([['vm1', { mean: missed, p95: null, p99: null }]])
    const { found } = await asked({ targets: [1.1, 9], measured })
    expect(found.rows[0]!.names).not.toContain('smallest-change')
    expect(row(found, 'smallest-change').domains.some(({ weight }) => weight !== 256)).toBe(true)
  })

  it('is absent without targets, and where no change meets them', async () => {
    const codes = async (targets: [number | null, number | null]) =>
      (await asked({ targets })).found.absent
    expect(await codes([null, null])).toContainEqual({
      name: 'smallest-change',
      code: 'no-targets',
    })
    expect(await codes([0.1, 0.1])).toContainEqual({
      name: 'smallest-change',
      code: 'none-found',
    })
  })

  it('costs the twin few of its runs, and meets the targets by what it plays', async () => {
    const { found, played } = await asked({ by: 'twin', targets: [0.9, 9] })
    const own = row(found, 'smallest-change')
    expect(own.domains.every(({ meetsTarget }) => meetsTarget)).toBe(true)
    expect(own.domains.filter(({ weight }) => weight !== 256)).toHaveLength(1)
    // Those in force, SandPiper's, and six at most on the way to the smallest change.
    expect(played.size).toBeLessThanOrEqual(8)
  })
})
