import { DOMAIN_0 } from '@steelyard/analysis'
import { describe, expect, it } from 'vitest'
import { arrivalsOf } from './arrivals.ts'
import { FAMILIES } from './families.ts'
import { FluidHost } from './fluid-host.ts'
import { drawLoadPlan } from './load-plan.ts'
import { doNothing, playEntrant } from './play-entrant.ts'
import type { HostMinute, Weights } from './simulated-host.ts'

const plan = drawLoadPlan(FAMILIES.payer, 3, { days: 1 / 8, overloadsPerDay: 8 })

function play(weights: Weights, minutes = 60): { host: FluidHost; minutes: HostMinute[] } {
  const host = new FluidHost(plan, { fromSeconds: 0, weights })
  return { host, minutes: Array.from({ length: minutes }, () => host.play()) }
}

const boot = plan.family.bootWeights
const starving = { ...boot, vm1: 30_000, vm2: 30_000, vm3: 300 }

function meanOf(
  minutes: readonly HostMinute[],
  domain: string,
  of: 'clientSeconds' | 'trueSeconds',
) {
  const own = minutes.flatMap(({ domains }) => domains.filter((each) => each.domain === domain))
  return own.reduce((sum, each) => sum + (each[of] ?? 0), 0) / own.length
}

describe('a host of processor sharing', () => {
  it('has the same requests whatever the weights are', () => {
    const requests = ({ minutes }: { minutes: HostMinute[] }) =>
      minutes.map(({ domains }) => domains.map((each) => each.requests))
    expect(requests(play(starving))).toEqual(requests(play(boot)))
  })

  it('counts each request in the minute in which it came', () => {
    const { minutes } = play(boot)
    for (const { startSeconds, domains } of minutes) {
      for (const { domain, requests } of domains)
        expect(requests).toBe(arrivalsOf(plan, domain, startSeconds, startSeconds + 60).length)
    }
  })

  it('hides from the log what a starved Domain-0 does to the clients', () => {
    const { minutes } = play(starving, 180)
    const clients = meanOf(minutes, 'vm1', 'clientSeconds')
    expect(clients).toBeGreaterThan(1.2 * meanOf(minutes, 'vm1', 'trueSeconds'))
    const left = play(boot, 180).minutes
    expect(meanOf(left, 'vm1', 'clientSeconds')).toBeLessThan(
      1.2 * meanOf(left, 'vm1', 'trueSeconds'),
    )
  })

  it('shows as observations what it did', () => {
    const { host, minutes } = play(boot, 20)
    const observations = host.observed(0, 1200)
    const cpuOf = (domain: string) =>
      observations
        .filter((each) => each.domain === domain)
        .reduce((sum, each) => sum + (each.cpu?.usedSeconds ?? 0), 0)
    const used = (of: (minute: HostMinute) => number) =>
      minutes.reduce((sum, minute) => sum + of(minute), 0)
    expect(cpuOf('vm2')).toBeCloseTo(
      used(({ domains }) => domains.find(({ domain }) => domain === 'vm2')!.cpuSeconds),
      6,
    )
    expect(cpuOf(DOMAIN_0)).toBeCloseTo(
      used(({ domain0CpuSeconds }) => domain0CpuSeconds),
      6,
    )
  })

  it('shows entrants nothing that is the judge’s alone', async () => {
    const seen: unknown[] = []
    const short = { ...plan, days: 1 / 1440 }
    await playEntrant(short, new FluidHost(short), {
      see: async ({ minute }) => {
        seen.push(...minute!.domains.flatMap((each) => Object.keys(each)))
        return []
      },
    })
    expect([...new Set(seen)]).toEqual(['domain', 'requests', 'valueSeconds', 'cpuSeconds'])
  })

  it('tells the judge of late answers when they have come', async () => {
    const { minutes } = await playEntrant(plan, new FluidHost(plan), doNothing)
    const host = new FluidHost(plan)
    const atOnce = minutes.map(() => structuredClone(host.play()))
    const later = minutes.flatMap(({ domains }) =>
      domains.map((each) => each.meanClientSeconds ?? 0),
    )
    const early = atOnce.flatMap(({ domains }) =>
      domains.map((each) => each.meanClientSeconds ?? 0),
    )
    expect(later.some((each, index) => each > early[index]!)).toBe(true)
  })
})
