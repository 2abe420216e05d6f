import { describe, expect, it } from 'vitest'
import {
  isBad,
  type JudgedChange,
  type JudgedMinute,
  missedShares,
  oscillations,
  overloadedEpisodes,
  payersTimes,
  reliefSeconds,
} from './judge.ts'

/** A minute each, of a domain whose target is one second. */
function minutesOf(...seconds: number[]): JudgedMinute[] {
  return seconds.map((each, index) => ({
    startSeconds: 60 * index,
    domains: [{ domain: 'vm1', requests: 10, seconds: each, targetSeconds: 1 }],
  }))
}

const HOUR = 3600

function change(hour: number, before: number, after: number, isRollBack = false): JudgedChange {
  const shares = (vm1: number) => ({ vm1, vm2: 1 - vm1 })
  return {
    atSeconds: hour * HOUR,
    isRollBack,
    sharesBefore: shares(before),
    sharesAfter: shares(after),
  }
}

describe('missed targets', () => {
  it('are counted by the minute and by the request', () => {
    const [first, second] = minutesOf(0.5, 1)
    const more = { domain: 'vm2', requests: 30, seconds: 0.2, targetSeconds: 1 }
    const minutes = [first!, { ...second!, domains: [...second!.domains, more] }]
    expect(missedShares(minutes)).toEqual({ ofTime: 0.5, ofRequests: 0.2 })
  })

  it('of nothing are none', () => {
    expect(missedShares([])).toEqual({ ofTime: 0, ofRequests: 0 })
  })
})

describe('oscillations', () => {
  /** Two days, in which a target is missed in one minute of each hour or in none. */
  const days = (seconds: number) =>
    minutesOf(...Array.from({ length: 2880 }, (_, minute) => (minute % 60 === 20 ? seconds : 0.5)))
  const [missed, kept] = [days(2), days(0.9)]

  it('go back within a day to what was left, and then miss a target soon', () => {
    expect(oscillations([change(0, 0.5, 0.6), change(20, 0.6, 0.5)], missed)).toBe(1)
    expect(oscillations([change(0, 0.5, 0.6), change(20, 0.6, 0.5)], kept)).toBe(0)
    expect(oscillations([change(0, 0.5, 0.6), change(25, 0.6, 0.5)], missed)).toBe(0)
    expect(oscillations([change(0, 0.5, 0.6), change(20, 0.6, 0.55)], missed)).toBe(0)
  })

  it('are none where the next miss comes after half an hour', () => {
    const later = [change(0, 0.5, 0.6), change(20.5, 0.6, 0.5)]
    expect(oscillations(later, missed.slice(0, 1290))).toBe(0)
  })

  it('are no roll-backs, but whoever then returns to what was undone goes to and fro', () => {
    const undone = [change(0, 0.5, 0.6), change(1, 0.6, 0.5, true)]
    expect(oscillations(undone, missed)).toBe(0)
    expect(oscillations([...undone, change(2, 0.5, 0.6)], missed)).toBe(1)
  })
})

it('averages the times of those who pay over their requests, in overloads and outside', () => {
  const minute = (startSeconds: number, requests: number, meanSeconds: number) => ({
    startSeconds,
    requests,
    meanSeconds,
    p95Seconds: 3 * meanSeconds,
  })
  const minutes = [minute(0, 30, 1), minute(60, 10, 2), minute(120, 30, 4)]
  expect(payersTimes(minutes, [{ fromSeconds: 60, toSeconds: 180 }])).toEqual({
    overloaded: { requests: 40, meanSeconds: 3.5, p95Seconds: 10.5 },
    otherwise: { requests: 30, meanSeconds: 1, p95Seconds: 3 },
  })
  expect(payersTimes([], [])).toEqual({ overloaded: null, otherwise: null })
})

describe('relief', () => {
  const whole = [{ fromSeconds: 0, toSeconds: 600 }]

  it('comes with the first of five minutes that keep every target', () => {
    const minutes = minutesOf(2, 2, 0.5, 2, 0.5, 0.5, 0.5, 0.5, 0.5, 2)
    expect(reliefSeconds(minutes, whole)).toEqual([240])
  })

  it('comes with the end of the overload at the latest', () => {
    expect(reliefSeconds(minutesOf(2, 0.5, 0.5, 2, 2, 2, 2, 2, 0.5, 0.5), whole)).toEqual([600])
  })

  it('is not needed where every target is kept from the beginning', () => {
    expect(reliefSeconds(minutesOf(0.5, 0.5, 0.5, 0.5, 0.5, 2), whole)).toEqual([0])
  })
})

describe('an overload', () => {
  const whole = [{ fromSeconds: 0, toSeconds: 600 }]

  it('begins where a host that is left alone misses targets in three of five minutes', () => {
    expect(overloadedEpisodes(minutesOf(2, 0.5, 0.5, 0.5, 0.5, 2, 2, 0.5, 0.5, 2), whole)).toEqual([
      { fromSeconds: 300, toSeconds: 600 },
    ])
  })

  it('is none where it misses fewer', () => {
    expect(overloadedEpisodes(minutesOf(2, 0.5, 0.5, 0.5, 2, 2), whole)).toEqual([])
  })
})

describe('a bad change', () => {
  it('misses a target by more than leaving alone would have', () => {
    expect(isBad(minutesOf(3, 3), minutesOf(2, 2))).toBe(true)
    expect(isBad(minutesOf(2.1, 2.1), minutesOf(2, 2))).toBe(false)
  })

  it('is none as long as the target is kept', () => {
    expect(isBad(minutesOf(0.9, 0.9), minutesOf(0.1, 0.1))).toBe(false)
  })
})
