import { expect, it } from 'vitest'
import { seenTime } from './seen-time.ts'

const both = { responseTimeSeconds: 0.5, loggedTimeSeconds: 0.3 }

it("a server's log sees its part of a request, clients see all of it", () => {
  expect(seenTime(both, 'access-log')).toBe(0.3)
  expect(seenTime(both, 'client')).toBe(0.5)
  expect(seenTime(both, null)).toBe(0.5)
  expect(seenTime(both, undefined)).toBe(0.5)
})

it('an estimator that does not distinguish the two has one time', () => {
  expect(seenTime({ responseTimeSeconds: 0.5 }, 'access-log')).toBe(0.5)
})

it('a time that is not finite is null on either side', () => {
  expect(seenTime({ responseTimeSeconds: 0.5, loggedTimeSeconds: null }, 'access-log')).toBeNull()
  expect(seenTime({ responseTimeSeconds: null, loggedTimeSeconds: 0.3 }, 'client')).toBeNull()
})
