import { expect, it } from 'vitest'
import { measureGuest } from './measure-guest.ts'

const GUEST = { name: 'vm1', cpuSeconds: 0.01, targetSeconds: 1 }
const SPAN = { riseAtSeconds: 60, lengthSeconds: 240 }

const played = (atSeconds: number, seconds: number | null) => ({ guest: 0, atSeconds, seconds })

it('counts requests and minutes over the target once the load has risen', () => {
  const requests = [played(10, 5), played(70, 0.2), played(80, 0.4), played(130, 2), played(200, 1)]
  expect(measureGuest(GUEST, requests, SPAN)).toEqual({
    name: 'vm1',
    targetSeconds: 1,
    calm: { requests: 1, unanswered: 0, meanSeconds: 5, p95Seconds: 5 },
    risen: { requests: 4, unanswered: 0, meanSeconds: 0.9, p95Seconds: 1.85 },
    overTarget: { requests: 2, minutes: 2 },
    p95SecondsByMinute: [5, 0.39, 2, 1],
  })
})

it('takes what was never answered to be over any target, and has no time for it', () => {
  const { risen, overTarget, p95SecondsByMinute } = measureGuest(GUEST, [played(70, null)], SPAN)
  expect(risen).toEqual({ requests: 1, unanswered: 1, meanSeconds: null, p95Seconds: null })
  expect(overTarget).toEqual({ requests: 1, minutes: 1 })
  expect(p95SecondsByMinute).toEqual([null, null, null, null])
})

it('judges no guest that has no target', () => {
  const { overTarget } = measureGuest({ ...GUEST, targetSeconds: null }, [played(70, 9)], SPAN)
  expect(overTarget).toBeNull()
})
