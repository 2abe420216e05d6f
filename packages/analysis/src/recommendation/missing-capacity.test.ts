import type { HostLoad } from '@steelyard/model'
import { describe, expect, it } from 'vitest'
import { formulaPredictors, type RangeLoad } from '../prediction/predictors.ts'
import { missingCapacity } from './missing-capacity.ts'
import type { Recommendation } from './recommendation-of.ts'

const SERVICE = 0.01
const BUSY = 0.9

/** Guests that are alike and use 90 % of one pCPU together. */
function hostOf(guests: number): RangeLoad {
  const names = Array.from({ length: guests }, (_, index) => `vm${index + 1}`)
  const load: HostLoad = {
    domains: names.map((name) => ({
      name,
      arrivalRatePerSecond: BUSY / guests / SERVICE,
      serviceTimeSeconds: SERVICE,
    })),
    domain0: { serviceTimeSeconds: 0, ioRequestsPerSecond: 200, delayPerIoSeconds: 0 },
    pCpus: 1,
  }
  return {
    load,
    levels: [{ load, seconds: 300 }],
    weights: { 'Domain-0': 256, ...Object.fromEntries(names.map((name) => [name, 256])) },
    options: {},
    measuredBy: new Map(names.map((name) => [name, 'client'])),
    targets: { statistic: 'mean', worst: {} },
  }
}

interface Asked {
  targetSeconds: number
  /** What the model in use expects, over what SDPS does. */
  expectedOverSdps?: number
  code?: string
}

/** No weights keep the targets, by the model in use; those in force come closest. */
async function missingOn(
  range: RangeLoad,
  { targetSeconds, expectedOverSdps = 1, code = 'infeasible' }: Asked,
) {
  const { sdps } = await formulaPredictors(range)
  const times = sdps ? await sdps.predict(range.weights) : new Map()
  const names = range.load.domains.map(({ name }) => name)
  return missingCapacity(range, {
    infeasible: { status: 'infeasible' },
    advice: { change: false, code },
    solution: {
      weights: range.weights,
      predicted: names.map((name) => ({
        name,
        predictedSeconds: sdps ? times.get(name).mean * expectedOverSdps : null,
      })),
    },
    problem: {
      load: range.load,
      currentWeights: range.weights,
      stepShare: 0.05,
      normalisation: 'guests',
      objective: 'meet-targets',
      mode: 'free',
      targets: Object.fromEntries(names.map((name) => [name, targetSeconds])),
      aloneSeconds: Object.fromEntries(names.map((name) => [name, SERVICE])),
      alike: names.length > 1 ? [names] : [],
    },
  } as unknown as Recommendation)
}

/** Its time is x / (1 - s rho) at a part s of the load, and x / (f - rho) at f times the speed. */
describe('a single guest, which is M/M/1', () => {
  const targetSeconds = 0.04

  it('keeps its target at the load, and at the speed, of the closed form', async () => {
    const missing = await missingOn(hostOf(1), { targetSeconds })
    const share = (1 - SERVICE / targetSeconds) / BUSY
    expect(missing!.loadShare).toBeGreaterThan(share - 0.005)
    expect(missing!.loadShare).toBeLessThanOrEqual(share)
    expect(missing!.sparedPCpus).toBeCloseTo((1 - missing!.loadShare!) * BUSY, 9)
    const speed = BUSY + SERVICE / targetSeconds
    expect(missing!.speed).toBeGreaterThanOrEqual(speed)
    expect(missing!.speed).toBeLessThan(speed + 0.015)
  })

  it('waits longer in the same measure at every load where the model in use expects more', async () => {
    const missing = await missingOn(hostOf(1), { targetSeconds, expectedOverSdps: 1.5 })
    // R = x + k x rho / (1 - rho), with 1.5 R of SDPS at the present load.
    const k = (1.5 / (1 - BUSY) - 1) / (BUSY / (1 - BUSY))
    const waits = (targetSeconds / SERVICE - 1) / k
    const share = waits / (1 + waits) / BUSY
    expect(missing!.loadShare).toBeGreaterThan(share - 0.005)
    expect(missing!.loadShare).toBeLessThanOrEqual(share + 0.001)
  })

  it('takes less of everything where the model in use expects less', async () => {
    const missing = await missingOn(hostOf(1), { targetSeconds, expectedOverSdps: 0.5 })
    const share = (1 - (0.5 * SERVICE) / targetSeconds) / BUSY
    expect(missing!.loadShare).toBeGreaterThan(share - 0.005)
    expect(missing!.loadShare).toBeLessThanOrEqual(share)
  })

  it('keeps at no load a target below its service, but does so on a faster host', async () => {
    const missing = await missingOn(hostOf(1), { targetSeconds: 0.009 })
    expect(missing).toMatchObject({ loadShare: null, sparedPCpus: null })
    const speed = BUSY + SERVICE / 0.009
    expect(missing!.speed).toBeGreaterThanOrEqual(speed)
    expect(missing!.speed).toBeLessThan(speed + 0.015)
  })

  it('has no answer beyond four times the speed', async () => {
    expect(await missingOn(hostOf(1), { targetSeconds: 0.001 })).toBeNull()
  })
})

it('finds the same load for guests that are alike, which share one queue', async () => {
  const [one, three] = [
    await missingOn(hostOf(1), { targetSeconds: 0.04 }),
    await missingOn(hostOf(3), { targetSeconds: 0.04 }),
  ]
  expect(three!.loadShare).toBeCloseTo(one!.loadShare!, 2)
})

it('answers for a host that is asked for more than it has', async () => {
  const range = hostOf(1)
  const over = {
    ...range.load,
    domains: range.load.domains.map((domain) => ({ ...domain, arrivalRatePerSecond: 125 })),
  }
  const full = { ...range, load: over, levels: [{ load: over, seconds: 300 }] }
  const missing = await missingOn(full, { targetSeconds: 0.04 })
  expect(missing!.loadShare).toBeLessThanOrEqual((1 - SERVICE / 0.04) / 1.25)
  expect(missing!.loadShare).toBeGreaterThan((1 - SERVICE / 0.04) / 1.25 - 0.005)
})

it('says nothing where SDPS sees weights that keep the targets, or all are kept as measured', async () => {
  expect(await missingOn(hostOf(1), { targetSeconds: 0.2 })).toBeNull()
  expect(await missingOn(hostOf(1), { targetSeconds: 0.04, code: 'targets-met' })).toBeNull()
})
