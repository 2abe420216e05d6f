import { describe, expect, it } from 'vitest'
import {
  correctedTimes,
  keepsTargets,
  type PlayedGuest,
  type PlayedHost,
  playMember,
  seesPresent,
  suitedWeights,
  weightsNow,
} from './twin-of-member.ts'

const never = new AbortController().signal
const asTheyAre = (on: PlayedHost, guests: readonly PlayedGuest[]) =>
  playMember(on, guests, weightsNow(guests), never)
const host = {
  pCpus: 1,
  scheduler: 'credit',
  domain0Weight: 256,
  weighsDomain0: false,
  restPCpus: 0,
} as const

function guestOf(
  uuid: string,
  { rate = 20, cpu = 0.02, target = 1, value = null as number | null } = {},
): PlayedGuest {
  const demand = {
    domain: uuid,
    weight: 256,
    targetSeconds: target,
    softTargetSeconds: null,
    mostPCpus: 1,
    share: 0.5,
    isBusy: true,
    ratePerSecond: rate,
    cpuSecondsPerRequest: cpu,
    load: rate * cpu,
    ratio: value === null ? null : value / target,
    isMissing: value !== null && value > target,
    isAtEase: false,
  }
  return {
    uuid,
    vCpus: 1,
    weight: 256,
    usePCpus: rate * cpu,
    seen: {
      demand,
      usePCpus: rate * cpu,
      needPCpus: 0,
      statistic: 'mean',
      valueSeconds: value,
    },
  }
}

describe('a member as the twin plays it', () => {
  it('is M/M/1 for a guest that is alone: x / (1 - rho)', async () => {
    const times = await asTheyAre(host, [guestOf('a', { rate: 25 })])
    expect(times.get('a')! / (0.02 / (1 - 0.5))).toBeCloseTo(1, 1)
  })

  it('keeps the conservation law of two like guests: each waits as if it were one', async () => {
    const times = await asTheyAre(host, [guestOf('a'), guestOf('b')])
    const mean = (times.get('a')! + times.get('b')!) / 2
    expect(mean / (0.02 / (1 - 0.8))).toBeGreaterThan(0.8)
    expect(mean / (0.02 / (1 - 0.8))).toBeLessThan(1.25)
  })

  it('finds weights under which the guest of the tight target keeps it', async () => {
    const guests = [
      guestOf('tight', { rate: 5, target: 0.08 }),
      guestOf('loose', { rate: 38, target: 2 }),
    ]
    const now = await asTheyAre(host, guests)
    const suited = await playMember(host, guests, suitedWeights(host, guests)!, never)
    expect(suited.get('tight')!).toBeLessThan(now.get('tight')!)
    expect(keepsTargets(suited, guests)).toBe(true)
  })

  it('has other use in the way', async () => {
    const other: PlayedGuest = { uuid: 'b', vCpus: 1, weight: 256, usePCpus: 0.4, seen: null }
    const alone = await asTheyAre(host, [guestOf('a')])
    const beside = await asTheyAre({ ...host, restPCpus: 0.1 }, [guestOf('a'), other])
    expect(beside.get('a')!).toBeGreaterThan(1.3 * alone.get('a')!)
    expect(beside.has('b')).toBe(false)
  })
})

describe('whether the twin sees the present', () => {
  const seen = (value: number) => ({
    guests: new Map([['a', guestOf('a', { target: 1, value }).seen!]]),
  })
  it.each([
    [2, 1.5, true],
    [2, 0.9, true],
    [2, 0.5, false],
    [0.5, 0.9, true],
    [0.5, 1.5, false],
  ])('measured %d s of a target of 1 s, %d s by the twin: %s', (value, time, is) => {
    expect(seesPresent(new Map([['a', time]]), seen(value))).toBe(is)
  })
})

describe('what the twin says later, by what it says now', () => {
  const measured = (value: number | null) => ({
    guests: new Map([['a', guestOf('a', { target: 1, value }).seen!]]),
  })
  const one = (seconds: number) => new Map([['a', seconds]])
  it.each([
    ['off by a tenth', 0.9, 1, 1.1, 0.99],
    ['off by more than the slack', 0.2, 1, 1.1, 0.88],
    ['that says too little now', 0.9, 0.6, 0.9, 1.125],
    ['of a guest that misses', 5, 2, 0.9, 0.9],
    ['of a guest that nobody measured', null, 2, 0.9, 0.9],
  ])('%s', (_, value, now, then, corrected) => {
    const times = correctedTimes(one(then), one(now), measured(value))
    expect(times.get('a')).toBeCloseTo(corrected, 9)
  })

  it('is what it says, of a guest that arrives', () => {
    expect(correctedTimes(one(0.9), new Map(), { guests: new Map() })).toEqual(one(0.9))
  })
})

it('plays Domain-0 with the weight that XCP-ng gives it beside these weights', async () => {
  const two = { ...host, pCpus: 2, restPCpus: 0.8 }
  const guests = [
    guestOf('a', { rate: 30, cpu: 0.025 }),
    guestOf('b', { rate: 30, cpu: 0.025 }),
    guestOf('c', { rate: 10, cpu: 0.025 }),
  ]
  const weights = { a: 3000, b: 900, c: 196 }
  const play = (on: PlayedHost) => playMember(on, guests, weights, never)
  const weighed = await play({ ...two, weighsDomain0: true })
  // One of two pCPUs: as much as all others together.
  expect(weighed).toEqual(await play({ ...two, domain0Weight: 4096 }))
  expect(weighed).not.toEqual(await play(two))
  const credit2 = { ...two, scheduler: 'credit2' } as const
  expect(await play({ ...credit2, weighsDomain0: true })).toEqual(await play(credit2))
})
