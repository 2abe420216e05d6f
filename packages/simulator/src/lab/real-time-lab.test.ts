import { describe, expect, test } from 'vitest'
import { replicate } from '../engine/replicate.ts'
import { type RealTimeLabParams, realTimeLab } from './real-time-lab.ts'

const options = { seed: 1, replications: 5, horizonSeconds: 44, warmupSeconds: 4 }
const jobs = 400

/** T(100, 70) in some domains, together with some that compute without end. */
function params(pCpus: number, realTime: number, others: number, executionMs = 70) {
  return {
    pCpus,
    realTime: Array.from({ length: realTime }, (_, index) => ({
      name: `rt${index + 1}`,
      periodSeconds: 0.1,
      executionSeconds: executionMs / 1000,
    })),
    others: Array.from({ length: others }, (_, index) => ({ name: `vm${index + 1}`, weight: 256 })),
    share: 'equal',
  } satisfies RealTimeLabParams
}

function play(of: RealTimeLabParams, id: string) {
  const { config } = realTimeLab(of).find((variant) => variant.id === id)!
  const { domains } = replicate(config, options)
  const missed = domains.flatMap(({ deadlines }) => (deadlines ? [deadlines.missed.mean] : []))
  const cpu = domains.flatMap(({ deadlines, name, cpuShare }) =>
    deadlines || name === 'Domain-0' ? [] : [cpuShare.mean],
  )
  return { missed: Math.max(...missed) / jobs, others: cpu.reduce((sum, value) => sum + value, 0) }
}

test('offers the variants that make sense for the host and marks those of stock Xen', () => {
  const ids = (of: RealTimeLabParams) => realTimeLab(of).map(({ id }) => id)
  expect(ids(params(2, 2, 2))).toEqual(['credit', 'pinning', 'rt-credit', 'caps', 'rtds'])
  expect(ids(params(3, 2, 2))).toContain('own-pcpus')
  expect(ids(params(3, 2, 2))).toContain('rtds-pool')
  expect(ids(params(2, 3, 2))).toEqual(['credit', 'pinning', 'rtds'])
  expect(ids(params(2, 2, 0))).toEqual(['credit', 'pinning', 'rtds'])
  const invented = realTimeLab(params(3, 2, 2)).filter(({ stockXen }) => !stockXen)
  expect(invented.map(({ id }) => id)).toEqual(['rt-credit'])
})

describe('T(100,70) on each of two pCPUs with two domains that never block', () => {
  const host = params(2, 2, 2)
  const [credit, pinning, rtCredit, caps, rtds] = [
    'credit',
    'pinning',
    'rt-credit',
    'caps',
    'rtds',
  ].map((id) => play(host, id))

  test('misses nearly every deadline under credit, pinned or not', () => {
    expect(credit!.missed).toBeGreaterThan(0.9)
    expect(pinning!.missed).toBeGreaterThan(0.9)
  })

  test('misses fewer deadlines with caps, fewer still with RT-Credit, and none under RTDS', () => {
    expect(caps!.missed).toBeLessThan(credit!.missed)
    expect(rtCredit!.missed).toBeLessThan(caps!.missed)
    expect(rtds!.missed).toBe(0)
  })

  test('costs the others what the real-time domains gain', () => {
    expect(credit!.others).toBeCloseTo(1, 1)
    for (const { others } of [rtCredit!, caps!, rtds!]) expect(others).toBeCloseTo(0.6, 1)
  })
})

test('never misses on dedicated pCPUs, which lose what the real-time domains leave', () => {
  const { missed, others } = play(params(3, 2, 3), 'own-pcpus')
  expect(missed).toBe(0)
  expect(others).toBeCloseTo(1, 6)
})

test('simulates a cpupool under RTDS as planned: the others get exactly the rest', () => {
  const of = params(4, 2, 3)
  const { missed, others } = play({ ...of, domain0Utilisation: 0.02 }, 'rtds-pool')
  expect(missed).toBe(0)
  expect(others).toBeCloseTo(2 - 0.02, 2)
  const { config } = realTimeLab(of).find(({ id }) => id === 'rtds-pool')!
  const affinity = config.guests.map((guest) => guest.affinity)
  expect(affinity).toEqual([...of.realTime.map(() => [[2, 3]]), ...of.others.map(() => [[0, 1]])])
  const shares = replicate(config, options).domains.slice(2)
  for (const { cpuShare } of shares) expect(cpuShare.mean).toBeCloseTo(2 / 3, 2)
})

test('simulates a domain of four vCPUs with all of them, so caps that leave it idle pCPUs cost it nothing', () => {
  const of = { ...params(6, 1, 1), others: [{ name: 'db', weight: 256, vCpus: 4 }] }
  for (const id of ['credit', 'caps', 'own-pcpus', 'rtds', 'rtds-pool']) {
    expect(play(of, id).others).toBeCloseTo(4, 1)
  }
})

test('shares the pCPUs outside the cpupool by weight', () => {
  const of = {
    ...params(2, 1, 2),
    others: [
      { name: 'heavy', weight: 512 },
      { name: 'light', weight: 256 },
    ],
  }
  const { config } = realTimeLab(of).find(({ id }) => id === 'rtds-pool')!
  const [, heavy, light] = replicate(config, options).domains
  expect(heavy!.cpuShare.mean).toBeCloseTo(2 / 3, 2)
  expect(light!.cpuShare.mean).toBeCloseTo(1 / 3, 2)
})

test('RTDS misses no deadline next to a busy Domain-0, whenever the jobs arrive', () => {
  const several = {
    ...params(2, 2, 2, 60),
    realTime: [
      { name: 'video', periodSeconds: 0.04, executionSeconds: 0.012 },
      { name: 'control', periodSeconds: 0.01, executionSeconds: 0.002 },
      { name: 'batch', periodSeconds: 0.25, executionSeconds: 0.1 },
    ],
    domain0Utilisation: 0.02,
  }
  expect(play(several, 'rtds').missed).toBe(0)
})

test('shares the rest among the others by weight', () => {
  const of = {
    ...params(1, 1, 2),
    others: [
      { name: 'heavy', weight: 512 },
      { name: 'light', weight: 256 },
    ],
    share: 'weight' as const,
  }
  for (const id of ['rt-credit', 'rtds']) {
    const { config } = realTimeLab(of).find((variant) => variant.id === id)!
    const [, heavy, light] = replicate(config, options).domains
    expect(heavy!.cpuShare.mean).toBeGreaterThan(1.5 * light!.cpuShare.mean)
  }
})
