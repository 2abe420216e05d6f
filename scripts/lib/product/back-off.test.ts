import { expect, test } from 'vitest'
import { BackOff } from './back-off.ts'

test('waits double up to half a minute and begin anew after a quiet minute', () => {
  const backOff = new BackOff()
  const waits = [0, 0, 5000, 59_999, 0, 0, 0, 60_000, 0].map((ms) => backOff.waitAfter(ms))
  expect(waits).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 1000, 2000])
})
