import fc from 'fast-check'
import { expect, test } from 'vitest'
import { EventQueue } from './event-queue.ts'

test('keeps the earliest slot on top, the lower one in a tie', () => {
  const settings = fc.array(
    fc.tuple(
      fc.integer({ min: 0, max: 12 }),
      fc.oneof(fc.integer({ min: 0, max: 9 }), fc.constant(Number.POSITIVE_INFINITY)),
    ),
  )
  fc.assert(
    fc.property(settings, (sets) => {
      const queue = new EventQueue(13)
      const times = Array.from({ length: 13 }, () => Number.POSITIVE_INFINITY)
      for (const [slot, time] of sets) {
        queue.set(slot, time)
        times[slot] = time
        const earliest = Math.min(...times)
        expect(queue.firstTime()).toBe(earliest)
        if (earliest < Number.POSITIVE_INFINITY) expect(queue.first()).toBe(times.indexOf(earliest))
      }
    }),
    { seed: 5 },
  )
})
