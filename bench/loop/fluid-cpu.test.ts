import { exponential, uniform } from '@steelyard/model'
import { describe, expect, it } from 'vitest'
import { FluidCpu } from './fluid-cpu.ts'

interface Stream {
  ratePerSecond: number
  demandSeconds: number
}

/** Poisson arrivals and exponential demands; mean times at the clients and in the log, by guest. */
function meanTimes(
  streams: readonly Stream[],
  weights: readonly number[],
  host: { pCpus?: number; mostPCpus?: number[]; domain0Seconds?: number } = {},
  seconds = 100_000,
) {
  const { pCpus = 1, mostPCpus = streams.map(() => 1), domain0Seconds = 0 } = host
  const totals = streams.map(() => ({ answers: 0, client: 0, logged: 0 }))
  const cpu = new FluidCpu(
    {
      pCpus,
      mostPCpus,
      domain0Seconds: streams.map(() => domain0Seconds),
      onAnswer: (guest, arrivedSeconds, enteredSeconds, now) => {
        const total = totals[guest]!
        total.answers++
        total.client += now - arrivedSeconds
        total.logged += now - enteredSeconds
      },
    },
    0,
    weights,
  )
  const draws = streams.map((_, index) => uniform(17 + index))
  const timeOf = (guest: number, mean: number) => exponential(draws[guest]!) * mean
  const next = streams.map(({ ratePerSecond }, guest) => timeOf(guest, 1 / ratePerSecond))
  let demanded = 0
  for (;;) {
    const guest = next.indexOf(Math.min(...next))
    const at = next[guest]!
    if (at >= seconds) break
    cpu.playTo(at)
    const demand = timeOf(guest, streams[guest]!.demandSeconds)
    demanded += demand + domain0Seconds
    cpu.arrive(guest, demand)
    next[guest] = at + timeOf(guest, 1 / streams[guest]!.ratePerSecond)
  }
  cpu.playTo(seconds + 10_000)
  return {
    clients: totals.map(({ client, answers }) => client / answers),
    logged: totals.map(({ logged, answers }) => logged / answers),
    used: cpu.takeUsed(),
    demanded,
  }
}

describe('the fluid host', () => {
  it('serves one guest as M/M/1 with processor sharing: x / (1 - rho)', () => {
    const { clients } = meanTimes([{ ratePerSecond: 7, demandSeconds: 0.1 }], [1, 1])
    expect(clients[0]! / (0.1 / 0.3)).toBeCloseTo(1, 1)
  })

  it('does the work that was asked for, no more and no less', () => {
    const streams = [
      { ratePerSecond: 3, demandSeconds: 0.1 },
      { ratePerSecond: 20, demandSeconds: 0.02 },
    ]
    const { used, demanded } = meanTimes(streams, [5, 1, 1], { domain0Seconds: 0.003 }, 20_000)
    expect(used.reduce((sum, each) => sum + each, 0)).toBeCloseTo(demanded, 6)
    expect(used[2]! / (0.003 * 23 * 20_000)).toBeCloseTo(1, 1)
  })

  /**
   * Whatever the weights, the work in the system is that of M/M/1: with exponential demands, the sum
   * of rho_i T_i is rho x / (1 - rho) for equal means x.
   */
  it('keeps the sum of rho_i T_i whatever the weights', () => {
    const streams = [
      { ratePerSecond: 3, demandSeconds: 0.1 },
      { ratePerSecond: 5, demandSeconds: 0.1 },
    ]
    for (const weights of [
      [1, 1, 1],
      [20, 1, 1],
      [1, 50, 1],
    ]) {
      const { clients } = meanTimes(streams, weights)
      expect((0.3 * clients[0]! + 0.5 * clients[1]!) / ((0.8 * 0.1) / 0.2)).toBeCloseTo(1, 1)
    }
  })

  it('is preemptive priority where a weight is next to nothing', () => {
    const streams = [
      { ratePerSecond: 4, demandSeconds: 0.1 },
      { ratePerSecond: 4, demandSeconds: 0.1 },
    ]
    const { clients } = meanTimes(streams, [1e9, 1, 1])
    // x / (1 - rho_1) for the first, x / ((1 - rho_1) (1 - rho)) for the second.
    expect(clients[0]! / (0.1 / 0.6)).toBeCloseTo(1, 1)
    expect(clients[1]! / (0.1 / 0.6 / 0.2)).toBeCloseTo(1, 1)
  })

  it('gives nobody more than its cap', () => {
    const { clients } = meanTimes([{ ratePerSecond: 2, demandSeconds: 0.1 }], [1, 1], {
      mostPCpus: [0.4],
    })
    // Processor sharing at 0.4 of the speed: 0.25 s of service at half the load.
    expect(clients[0]! / (0.25 / 0.5)).toBeCloseTo(1, 1)
  })

  it('serves two guests on two pCPUs as if each were alone', () => {
    const stream = { ratePerSecond: 6, demandSeconds: 0.1 }
    const { clients } = meanTimes([stream, stream], [100, 1, 1], { pCpus: 2 })
    for (const seconds of clients) expect(seconds / (0.1 / 0.4)).toBeCloseTo(1, 1)
  })

  it('makes clients wait, and not the log, when Domain-0 has few credits', () => {
    const stream = { ratePerSecond: 4, demandSeconds: 0.2 }
    const many = meanTimes([stream], [256, 256], { domain0Seconds: 0.01 })
    const few = meanTimes([stream], [65_535, 256], { domain0Seconds: 0.01 })
    const hidden = ({ clients, logged }: typeof few) => clients[0]! - logged[0]!
    expect(hidden(few)).toBeGreaterThan(5 * hidden(many))
    expect(few.logged[0]!).toBeLessThan(many.logged[0]!)
  })
})
