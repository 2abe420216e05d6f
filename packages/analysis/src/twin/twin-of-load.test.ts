import { meanServiceSeconds, playWeights, simulate } from '@steelyard/simulator'
import { describe, expect, it } from 'vitest'
import type { Experiments } from '../known-host/host-facts.ts'
import { twinArrivals, twinHost } from './twin-host.fixture.ts'
import { twinOfLoad } from './twin-of-load.ts'

const guestOf = (twin: ReturnType<typeof twinOfLoad>, name: string) =>
  twin.config.guests.find((guest) => guest.name === name)!

const unknownConnections = { code: 'connections', stated: null }

describe('twinOfLoad', () => {
  it('replays the recorded requests under the weights, caps and constants of the host', () => {
    const twin = twinOfLoad(twinHost(), twinArrivals())
    expect(twin).toMatchObject({ arrivals: 'recorded', notes: [unknownConnections] })
    expect(twin.config.scheduler).toEqual({
      name: 'credit',
      xenVersion: '4.18.1',
      tsliceSeconds: 0.01,
      ratelimitSeconds: 0.0005,
    })
    expect(twin.config.domain0).toMatchObject({ name: 'Domain-0', weight: 256 })
    expect(guestOf(twin, 'vm2')).toMatchObject({ weight: 512, cap: 50, vCpus: 1 })
    expect(guestOf(twin, 'vm1').load!.arrivals).toMatchObject({ kind: 'times' })
  })

  it('subtracts the background from the CPU time of requests, and plays it separately', () => {
    const { load, background } = guestOf(twinOfLoad(twinHost(), twinArrivals()), 'vm1')
    expect(background).toEqual({ utilisation: 0.04 })
    // U / lambda is 8 ms, of which 0.04 / 40 s are background; ticks and network stack are included
    // too.
    const seconds = meanServiceSeconds(load!.serviceTime)
    expect(seconds).toBeLessThan(0.007)
    expect(seconds).toBeGreaterThan(0.005)
    expect(load!.serviceTime).toMatchObject({ squaredCoefficientOfVariation: 0.5 })
  })

  it('predicts a host whose connections stay open better when told so', async () => {
    const host = twinHost()
    const meansOf = async (kind: 'per-request' | 'kept-open', seeds: readonly number[]) => {
      const told = {
        ...host,
        twin: { ...host.twin, connections: { kind, by: 'operator' as const } },
      }
      const { config, notes } = twinOfLoad(told as typeof host, twinArrivals())
      expect(notes).toContainEqual({ code: 'connections', stated: { kind, by: 'operator' } })
      const runs = seeds.map((seed) => ({ seed, weights: host.weights }))
      const played = await playWeights(config, runs, { horizonSeconds: 20 })
      return ['vm1', 'vm2'].map((name) => {
        const means = played.map(
          (run) => run.find((each) => each.name === name)!.responseTime.mean!,
        )
        return means.reduce((sum, mean) => sum + mean, 0) / means.length
      })
    }
    // The CPU time per request is the same throughout; only where in a request it falls differs.
    const truth = await meansOf('kept-open', [11, 12, 13])
    const errorOf = (means: readonly number[]) =>
      Math.max(...means.map((mean, index) => Math.abs(Math.log(mean / truth[index]!))))
    const open = errorOf(await meansOf('kept-open', [1, 2, 3]))
    const perRequest = errorOf(await meansOf('per-request', [1, 2, 3]))
    expect(open).toBeLessThan(0.1)
    expect(perRequest).toBeGreaterThan(2 * open)
  })

  it('starts the clock of a client in Domain-0 only when Domain-0 runs', () => {
    const startsOf = (client?: 'network' | 'domain-0') => {
      const host = twinHost()
      const load = { ...host.load, ...(client ? { client } : {}) }
      return guestOf(twinOfLoad({ ...host, load }, twinArrivals()), 'vm1').load!.path![0]!.starts
    }
    expect([startsOf(), startsOf('network'), startsOf('domain-0')]).toEqual([
      undefined,
      undefined,
      true,
    ])
  })

  it('draws requests where none are stored, and reports it', () => {
    const twin = twinOfLoad(twinHost(), twinArrivals().slice(1))
    expect(twin.arrivals).toBe('synthetic')
    expect(guestOf(twin, 'vm1').load!.arrivals).toMatchObject({
      kind: 'renewal',
      ratePerSecond: 40,
      squaredCoefficientOfVariation: 1,
    })
    expect(twin.notes).toEqual([{ code: 'arrivals-drawn' }, unknownConnections])
  })

  it('reports what is assumed: version, constants, the time within a second', () => {
    const host = twinHost()
    host.scheduling = { ...host.scheduling, xenVersion: null, tsliceMs: null, ratelimitUs: null }
    const arrivals = twinArrivals().map((each) => ({ ...each, resolution: 'second' as const }))
    const { notes, config } = twinOfLoad(host, arrivals)
    expect(notes).toEqual([
      { code: 'xen-version-assumed', version: '4.17' },
      { code: 'constants-assumed', constants: ['time-slice', 'ratelimit'] },
      { code: 'whole-second-stamps', domains: ['vm1', 'vm2'] },
      unknownConnections,
    ])
    expect(config.guests[0]!.load!.arrivals).toMatchObject({ resolutionSeconds: 1 })
  })
})

describe('a host with the hypervisor for experiments', () => {
  const off: Experiments = {
    boost: 'wake',
    boostLasts: 'tick',
    loan: { credits: 600, share: 0.5, factor: 4 },
    realTimeWeight: null,
  }
  const twinWith = (
    experiments: Experiments | null,
    scheduler: 'credit' | 'credit2' = 'credit',
  ) => {
    const host = twinHost()
    host.scheduling = { ...host.scheduling, scheduler, experiments }
    return twinOfLoad(host, twinArrivals())
  }
  const stock = twinOfLoad(twinHost(), twinArrivals())

  it('is played with its boosts and the order of its queues, and the notes name them', () => {
    const { loan } = off
    const lending = twinWith({ ...off, boost: 'loan', boostLasts: 'loan', realTimeWeight: 512 })
    expect(lending.config.scheduler).toEqual({
      ...stock.config.scheduler,
      boost: {
        policy: 'loan-redemption',
        creditLine: 600,
        repaymentShare: 0.5,
        sizingFactor: 4,
        lasts: 'loan',
      },
      realTimeWeight: 512,
    })
    expect(lending.notes).toEqual([
      { code: 'host-boosts', boost: 'loan', boostLasts: 'loan', loan },
      { code: 'real-time-weight', weight: 512 },
      unknownConnections,
    ])
    const always = twinWith({ ...off, boost: 'always' })
    expect(always.config.scheduler).toEqual({
      ...stock.config.scheduler,
      boost: { policy: 'always', lasts: 'tick' },
    })
    expect(always.notes).toEqual([
      { code: 'host-boosts', boost: 'always', boostLasts: 'tick', loan },
      unknownConnections,
    ])
  })

  it('is played as stock Xen while its boosts are off, and under credit2', () => {
    const run = { seed: 1, horizonSeconds: 20 }
    const plain = twinWith(off)
    expect(plain.notes).toEqual([unknownConnections])
    expect(simulate(plain.config, run)).toEqual(simulate(stock.config, run))
    const on: Experiments = { ...off, boost: 'loan', realTimeWeight: 512 }
    expect(twinWith(on, 'credit2')).toEqual(twinWith(null, 'credit2'))
  })

  it('is refused where the twin has no such loan', () => {
    const unpaid = { ...off.loan, share: 0 }
    expect(() => twinWith({ ...off, boost: 'loan', loan: unpaid })).toThrowError(
      expect.objectContaining({ code: 'invalid-number' }),
    )
  })
})
