import { beforeAll, describe, expect, it } from 'vitest'
import { asAnalysed } from '../forecast/asked-host.ts'
import { playQuestion } from '../forecast/play-question.ts'
import { exampleLoad } from '../load/example-load.fixture.ts'
import { exampleHost } from '../prediction/analysed-host.fixture.ts'
import type { AnalysedHost } from '../prediction/analysed-host.ts'
import { exampleBasis } from '../prediction/example-basis.fixture.ts'
import type { HostToPlay } from '../prediction/host-to-play.ts'
import { foretellOutcome, type MadeChange } from './foretell-outcome.ts'

const EQUAL = { vm1: 256, vm2: 256 }
const RANGE = { fromEpochSeconds: 10_000, toEpochSeconds: 10_600 }

function change(host: AnalysedHost, factor: number, more: Partial<MadeChange> = {}): MadeChange {
  const ratesPerSecond = Object.fromEntries(
    host.known.load.domains.map((each) => [each.name, factor * each.arrivalRatePerSecond]),
  )
  return {
    host,
    weightsBefore: EQUAL,
    weightsAfter: EQUAL,
    range: RANGE,
    ratesPerSecond,
    arrivals: [],
    ...more,
  }
}

/** As many requests per second as asked for, evenly spaced, in each piece of 30 s. */
function everyPiece(rateOf: (piece: number) => number): Float64Array {
  return Float64Array.from(
    Array.from({ length: 20 }, (_, piece) =>
      Array.from({ length: 30 * rateOf(piece) }, (_, index) => 30 * piece + index / rateOf(piece)),
    ).flat(),
  )
}

describe('by a formula', () => {
  const host = exampleHost()

  it('is what was foretold, where the load is the same', async () => {
    for (const { domain, loadRatio, leftAlone } of await foretellOutcome(change(host, 1))) {
      expect(loadRatio).toBe(1)
      expect(leftAlone!.seconds).toBeCloseTo(host.basis.now[domain]!.seconds, 9)
    }
  })

  it('follows the load that came, the same way under either weights', async () => {
    const [light] = await foretellOutcome(change(host, 0.5))
    const [heavy] = await foretellOutcome(change(host, 1.2))
    expect(light!.loadRatio).toBeCloseTo(0.5)
    expect(light!.leftAlone!.seconds).toBeLessThan(host.basis.now.vm1!.seconds)
    expect(heavy!.leftAlone!.seconds).toBeGreaterThan(host.basis.now.vm1!.seconds)
    expect(heavy!.underThisLoad).toEqual(heavy!.leftAlone)
  })

  it('tells the new weights from the old ones', async () => {
    const weightsAfter = { vm1: 512, vm2: 256 }
    const [vm1, vm2] = await foretellOutcome(change(host, 1, { weightsAfter }))
    expect(vm1!.underThisLoad!.seconds).toBeLessThan(vm1!.leftAlone!.seconds)
    expect(vm2!.underThisLoad!.seconds).toBeGreaterThan(vm2!.leftAlone!.seconds)
    const back = await foretellOutcome(
      change(host, 1, { weightsBefore: weightsAfter, weightsAfter: EQUAL }),
    )
    expect(back[0]!.leftAlone!.seconds).toBeCloseTo(vm1!.underThisLoad!.seconds, 9)
  })

  it('takes the load as it came, not in the shape of the analysed one', async () => {
    const [calm, busy] = [20, 40].map((arrivalRatePerSecond) => ({
      load: exampleLoad([{ arrivalRatePerSecond }, { arrivalRatePerSecond }]).load,
      seconds: 300,
    }))
    const { load } = exampleLoad([{ arrivalRatePerSecond: 30 }, { arrivalRatePerSecond: 30 }])
    const known = exampleLoad(undefined, { load, levels: [calm!, busy!] })
    const ratesPerSecond = { vm1: 40, vm2: 40 }
    const steady = await foretellOutcome(change(exampleHost({ known }), 1, { ratesPerSecond }))
    // Two equal domains share the pCPU as one queue: x / (1 - rho) at 80 %.
    for (const { leftAlone } of steady) expect(leftAlone!.seconds).toBeCloseTo(0.01 / 0.2, 9)
    const arrivals = ['vm1', 'vm2'].map((domain) => ({
      domain,
      startEpochSeconds: RANGE.fromEpochSeconds,
      offsetsSeconds: everyPiece((piece) => (piece % 2 === 0 ? 20 : 40)),
      resolution: 'microsecond' as const,
    }))
    const uneven = await foretellOutcome(
      change(exampleHost({ known }), 1, { ratesPerSecond, arrivals }),
    )
    const mean = (20 * (0.01 / 0.6) + 40 * (0.01 / 0.2)) / 60
    for (const { leftAlone } of uneven) expect(leftAlone!.seconds).toBeCloseTo(mean, 9)
  })

  it('leaves Domain-0 and guests without requests out of the weights', async () => {
    const weightsAfter = { 'Domain-0': 512, vm1: 512, vm2: 256, vm9: 256 }
    const more = { weightsAfter, weightsBefore: { ...EQUAL, 'Domain-0': 512, vm9: 256 } }
    const [vm1] = await foretellOutcome(change(host, 1, more))
    const [same] = await foretellOutcome(change(host, 1, { weightsAfter: { vm1: 512, vm2: 256 } }))
    expect(vm1!.underThisLoad!.seconds).toBeCloseTo(same!.underThisLoad!.seconds, 9)
  })

  it('says nothing of a host on which a guest serves that was not analysed', async () => {
    const ratesPerSecond = { vm1: 40, vm2: 40, vm9: 1 }
    for (const each of await foretellOutcome(change(host, 1, { ratesPerSecond }))) {
      expect(each).toMatchObject({ loadRatio: 1, underThisLoad: null, leftAlone: null })
    }
    const hardly = { ...ratesPerSecond, vm9: 0.1 }
    const [vm1] = await foretellOutcome(change(host, 1, { ratesPerSecond: hardly }))
    expect(vm1!.leftAlone).not.toBeNull()
  })

  it('says nothing of a domain that nobody asked anything', async () => {
    const ratesPerSecond = { vm1: host.known.load.domains[0]!.arrivalRatePerSecond }
    const [vm1, vm2] = await foretellOutcome(change(host, 1, { ratesPerSecond }))
    expect(vm1!.underThisLoad!.seconds).toBeGreaterThan(0)
    expect(vm2).toEqual({ domain: 'vm2', loadRatio: null, underThisLoad: null, leftAlone: null })
  })
})

describe('by the twin', () => {
  const known = exampleLoad(undefined, {
    range: { fromEpochSeconds: 0, toEpochSeconds: 150 },
    twin: { domain0: { cpuSecondsPerRequest: 0, background: { windows: [] } } },
  }) as HostToPlay['known']

  /** As long as what was analysed. */
  const range = { fromEpochSeconds: 10_000, toEpochSeconds: 10_150 }
  let host: AnalysedHost
  beforeAll(async () => {
    const bare = { known, basis: exampleBasis(known), arrivals: [], domains: [] }
    const { times } = await playQuestion(bare, asAnalysed(known), { replications: 5 })
    const basis = exampleBasis(known, { by: 'twin', now: Object.fromEntries(times) })
    host = { known, basis, domains: [] }
  })

  it('plays the load that came under both weights, as it played the analysed one', async () => {
    const same = await foretellOutcome(change(host, 1, { range }))
    for (const { domain, leftAlone, underThisLoad } of same) {
      expect(leftAlone!.seconds).toBeCloseTo(host.basis.now[domain]!.seconds, 9)
      expect(underThisLoad).toEqual(leftAlone)
    }
    const weightsAfter = { vm1: 768, vm2: 256 }
    const [vm1, vm2] = await foretellOutcome(change(host, 1, { range, weightsAfter }))
    expect(vm1!.underThisLoad!.seconds).toBeLessThan(vm1!.leftAlone!.seconds)
    expect(vm2!.underThisLoad!.seconds).toBeGreaterThan(vm2!.leftAlone!.seconds)
  })

  it('replays the requests that came', async () => {
    const [first] = known.load.domains
    // Far apart, every request of vm1 is alone on the host: it takes its own CPU time.
    const arrivals = [
      {
        domain: 'vm1',
        startEpochSeconds: RANGE.fromEpochSeconds,
        offsetsSeconds: Float64Array.from({ length: 60 }, (_, index) => 10 * index + 1),
        resolution: 'microsecond' as const,
      },
    ]
    const [vm1] = await foretellOutcome(
      change(host, 1, { arrivals, ratesPerSecond: { vm1: 0.1, vm2: 0 } }),
    )
    expect(vm1!.loadRatio).toBeCloseTo(0.1 / first!.arrivalRatePerSecond)
    expect(vm1!.leftAlone!.seconds).toBeLessThan(host.basis.now.vm1!.seconds)
  })
})
