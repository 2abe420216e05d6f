import { describe, expect, test } from 'vitest'
import type { JudgedDomain } from './decision.ts'
import { findViolations } from './find-violations.ts'

const gated = { tolerance: 0.05 }

const timed = (
  observedResponseTimeSeconds: number | null,
  responseTimeSeconds?: number,
): JudgedDomain => ({
  name: 'vm1',
  observedResponseTimeSeconds,
  observedThroughputPerSecond: 10,
  offeredPerSecond: 10,
  target: { ...(responseTimeSeconds === undefined ? {} : { responseTimeSeconds }) },
})

const served = (
  answered: number | null,
  offered: number | null,
  throughputPerSecond = 100,
): JudgedDomain => ({
  name: 'vm1',
  observedResponseTimeSeconds: 1,
  observedThroughputPerSecond: answered,
  offeredPerSecond: offered,
  target: { throughputPerSecond },
})

const codes = (...of: Parameters<typeof findViolations>) =>
  findViolations(...of).map(({ code }) => code)

describe('the response time half of eq (5): R_SLA <= R_Peak', () => {
  test.each([
    ['below its target', 0.0089, 0.009, []],
    ['exactly at its target', 0.009, 0.009, ['response-time-over-target']],
    ['above its target', 0.0091, 0.009, ['response-time-over-target']],
    ['without a measurement', null, 0.009, []],
    ['without a measurement, against a target of nothing', null, 0, []],
    ['without a target', 5, undefined, []],
    ['of nothing against a target of nothing', 0, 0, ['response-time-over-target']],
  ])('a time %s', (_, seconds, target, expected) => {
    expect(codes(timed(seconds, target), gated)).toEqual(expected)
    expect(codes(timed(seconds, target), 'printed')).toEqual(expected)
  })

  test('gives both figures and the domain', () => {
    expect(findViolations(timed(0.02, 0.009), gated)).toMatchObject([
      {
        observedResponseTimeSeconds: 0.02,
        targetResponseTimeSeconds: 0.009,
        domains: ['vm1'],
      },
    ])
  })
})

describe('the throughput half of eq (5) as printed: N_SLA >= N_Peak', () => {
  test.each([
    [99, ['throughput-below-target']],
    [100, ['throughput-below-target']],
    [101, []],
    [null, []],
  ])('%d answered of a target of 100, whatever was offered', (answered, expected) => {
    for (const offered of [null, 10, 500]) {
      expect(codes(served(answered, offered), 'printed')).toEqual(expected)
    }
  })
})

describe('the same gated by what was offered (E0.3): answered < min(offered (1 - 5 %), N_SLA)', () => {
  test.each([
    ['more than the target', 101, 500, []],
    ['exactly the target', 100, 500, []],
    ['less than both', 90, 96, ['throughput-below-target']],
    ['exactly 5 % less than offered', 95, 100, ['low-demand']],
    ['a little less than that', 94.9, 100, ['throughput-below-target']],
    ['everything, and that is little', 10, 10, ['low-demand']],
    ['more than arrived, because of a backlog', 20, 10, ['low-demand']],
    ['nothing, when nothing came', 0, 0, ['low-demand']],
    ['an unknown part', 90, null, []],
    ['what nobody counted', null, 96, []],
  ])('answers %s', (_, answered, offered, expected) => {
    expect(codes(served(answered, offered), gated)).toEqual(expected)
  })

  test('the tolerance is taken from the offered rate: 40 % of 100', () => {
    expect(codes(served(61, 100), { tolerance: 0.4 })).toEqual(['low-demand'])
    expect(codes(served(59, 100), { tolerance: 0.4 })).toEqual(['throughput-below-target'])
  })
})

test('gives the figures of a shortfall, with the offered rate where it is known', () => {
  const figures = { observedThroughputPerSecond: 60, targetThroughputPerSecond: 100 }
  expect(findViolations(served(60, 90), gated)[0]).toMatchObject({
    ...figures,
    offeredPerSecond: 90,
    domains: ['vm1'],
  })
  expect(findViolations(served(60, 60), gated)[0]).toMatchObject({
    ...figures,
    offeredPerSecond: 60,
    domains: ['vm1'],
  })
  expect(findViolations(served(60, null), 'printed')[0]).toMatchObject({
    ...figures,
    offeredPerSecond: null,
  })
})

test('reports both halves, the response time first, and nothing without a promise', () => {
  const both = { ...served(60, 90), target: { responseTimeSeconds: 0.5, throughputPerSecond: 100 } }
  expect(codes(both, gated)).toEqual(['response-time-over-target', 'throughput-below-target'])
  const { target: _, ...free } = both
  expect(codes(free, gated)).toEqual([])
  expect(codes(free, 'printed')).toEqual([])
})
