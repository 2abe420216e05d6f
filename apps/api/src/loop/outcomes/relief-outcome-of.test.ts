import type { HostMinute, Relief, WeighedHost } from '@steelyard/loop'
import { judgeRelief } from '@steelyard/loop'
import { array, assert, double, property } from 'fast-check'
import { expect, it } from 'vitest'
import { presentOutcome } from '../recommendations/present-outcome.ts'
import { reliefOutcomeOf } from './relief-outcome-of.ts'

const host: WeighedHost = {
  pCpus: 1,
  scheduler: 'credit',
  domain0Weight: 256,
  statistic: 'p95',
  domains: ['vm1', 'vm2'].map((domain) => ({
    domain,
    weight: 256,
    targetSeconds: domain === 'vm1' ? 1 : null,
    softTargetSeconds: null,
    mostPCpus: 1,
  })),
}
const relief = { worstBefore: 2, changes: [], payers: [] } as Partial<Relief> as Relief

function came(before: (number | null)[], after: (number | null)[]) {
  const minutes = [...before, ...after].map(
    (valueSeconds, minute): HostMinute => ({
      startEpochSeconds: minute * 60,
      domain0CpuSeconds: null,
      domains: [{ domain: 'vm1', requests: 60, cpuSeconds: 30, valueSeconds }],
    }),
  )
  const since = minutes.slice(before.length)
  const judged = judgeRelief(host, relief, { before: minutes.slice(0, before.length), since })
  const appliedAtEpochSeconds = before.length * 60
  const judgedAt = new Date(minutes.length * 60_000)
  const outcomeEvidence = reliefOutcomeOf(judged, {
    relief,
    host,
    minutes,
    appliedAtEpochSeconds,
    judgedAt,
  })
  return presentOutcome({ outcome: null, outcomeEvidence, judgedAt })!
}

it('shows the middle of the minutes before and after', () => {
  expect(came([9, 2, 3, 2.5], [9, 0.5, 0.4, 0.6])).toEqual({
    state: 'confirmed',
    judgedAt: '1970-01-01T00:08:00.000Z',
    from: '1970-01-01T00:05:00.000Z',
    to: '1970-01-01T00:08:00.000Z',
    domains: [
      {
        domain: 'vm1',
        targetMs: 1000,
        beforeMs: 2500,
        foretold: null,
        underThisLoad: null,
        leftAlone: null,
        measuredMs: 500,
        loadRatio: 1,
        errorRatio: null,
      },
    ],
    worst: { before: 2, after: 0.5 },
    statement:
      'Every target is kept. The worst time was 2 times its target before the change, and is 0.5 times its target now.',
  })
})

it('says what it was not enough for', () => {
  expect(came([2], [1.5, 1.5, 1.5]).statement).toMatch(/^A target is still missed, by less\. /)
  expect(came([2], [2.5, 2.5, 2.5]).statement).toMatch(/^vm1 misses its target as before\. /)
  expect(came([2], [9, 9, 9]).statement).toMatch(/^vm1 misses its target by far more, at no more/)
  expect(came([2], [null, null, null])).toMatchObject({
    state: 'unknown',
    worst: { after: null },
    statement: 'Too little was observed to tell.',
  })
})

it('says of who was starved that it hardly answers', () => {
  const before = minutesOf([1.1, 1.1, 1.1], { requests: 60, cpuSeconds: 30 }, 28)
  const after = minutesOf([null, null, null], { requests: 6, cpuSeconds: 1 }, 57).map((minute) => ({
    ...minute,
    startEpochSeconds: minute.startEpochSeconds + 180,
  }))
  const changes = [{ domain: 'vm1', shareBefore: 0.9, shareAfter: 0.95 }]
  const cut = { worstBefore: 1.1, changes, payers: ['vm2'] } as Partial<Relief> as Relief
  const outcomeEvidence = reliefOutcomeOf(judgeRelief(host, cut, { before, since: after }), {
    relief: cut,
    host,
    minutes: [...before, ...after],
    appliedAtEpochSeconds: 180,
    judgedAt: new Date(360_000),
  })
  const judgedAt = new Date(360_000)
  expect(presentOutcome({ outcome: null, outcomeEvidence, judgedAt })).toMatchObject({
    state: 'worse',
    statement: 'vm1 got less of the CPU, and answers 10 % of the requests that it answered before.',
  })
})

function minutesOf(
  values: readonly (number | null)[],
  vm1: { requests: number; cpuSeconds: number },
  othersSeconds: number,
): HostMinute[] {
  return values.map((valueSeconds, minute) => ({
    startEpochSeconds: minute * 60,
    domain0CpuSeconds: 1,
    domains: [
      { domain: 'vm1', valueSeconds, ...vm1 },
      { domain: 'vm2', valueSeconds: null, requests: 0, cpuSeconds: othersSeconds },
    ],
  }))
}

it('rests on the same figure as the judgement', () => {
  const times = array(double({ min: 0.1, max: 20, noNaN: true }), { minLength: 1, maxLength: 8 })
  assert(
    property(times, (after) => {
      const { state, worst } = came([2, 2, 2], after)
      const now = worst!.after!
      expect(state).toBe(now < 2 ? 'confirmed' : now > 3 ? 'worse' : 'not-confirmed')
    }),
  )
})
