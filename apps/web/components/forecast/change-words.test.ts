import { expect, it } from 'vitest'
import { changeOf, changesSentence, formatChange } from './change-words.ts'

const interval = (lowMs: number, highMs: number) => ({ ms: (lowMs + highMs) / 2, lowMs, highMs })
const of = (domain: string, lowMs: number, highMs: number) => ({
  domain,
  mean: interval(lowMs, highMs),
  p95: null,
})

it('calls a change chance while its interval holds 0', () => {
  expect(changeOf(interval(-3, -1))).toBe('gains')
  expect(changeOf(interval(1, 3))).toBe('pays')
  expect(changeOf(interval(-1, 3))).toBe('by chance')
  expect(changeOf(interval(0, 0))).toBe('by chance')
  expect(formatChange(interval(-3, 1))).toBe('−3.00 ms to +1.00 ms')
})

it('says who gains and who pays, and leaves out what may be chance', () => {
  expect(changesSentence([of('vm1', -3, -1), of('vm2', 1, 2), of('vm3', -1, 1)])).toBe(
    'vm1 gains, vm2 pays.',
  )
  expect(changesSentence([of('vm1', -3, -1), of('vm2', -2, -1)])).toBe('vm1 and vm2 gain.')
  expect(changesSentence([of('vm1', 1, 2), of('vm2', 1, 2), of('vm3', 1, 2)])).toBe(
    'vm1, vm2 and vm3 pay.',
  )
})

it('says so when nothing is more than chance', () => {
  expect(changesSentence([of('vm1', -1, 1)])).toMatch(/^Nobody gains/)
  expect(changesSentence([{ domain: 'vm1', mean: null, p95: null }])).toMatch(/^Nobody gains/)
})
