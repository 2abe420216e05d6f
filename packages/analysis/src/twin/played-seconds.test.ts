import { expect, it } from 'vitest'
import { exampleLoad } from '../load/example-load.fixture.ts'
import { playedSeconds } from './played-seconds.ts'

const known = (fromEpochSeconds: number, toEpochSeconds: number) => ({
  ...exampleLoad(),
  range: { ...exampleLoad().range, fromEpochSeconds, toEpochSeconds },
})
const arrivals = (startEpochSeconds: number) => ({ ...drawn, startEpochSeconds })
const drawn = { domain: 'vm1', startEpochSeconds: 0, offsetsSeconds: new Float64Array() }

it('plays from the first kept arrivals to the end of the range', () => {
  const range = known(1000, 1600)
  expect(playedSeconds(range, [arrivals(1200), arrivals(1100)] as never)).toBe(500)
  expect(playedSeconds(known(1000, 9000), [arrivals(1000)] as never)).toBe(8000)
})

it('plays drawn requests for the length of the range, a quarter of an hour at most', () => {
  expect(playedSeconds(known(1000, 1600), [])).toBe(600)
  expect(playedSeconds(known(1000, 1900), [])).toBe(900)
  expect(playedSeconds(known(1000, 9000), [])).toBe(900)
})
