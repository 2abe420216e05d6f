import { expect, it } from 'vitest'
import { changeOf, changesSentence, formatChange } from './change-words.ts'

const interval = (lowMs: number, highMs: number) => ({ ms: (lowMs + highMs) / 2, lowMs, highMs })
const of = (domain: string, lowMs: number, highMs: number) => ({
  domain,
  mean: interval(lowMs, highMs),
  p95: null,
})

it('attributes a change to chance while its interval includes 0', () => {
  expect(changeOf(interval(-3, -1))).toBe('gains')
  expect(changeOf(interval(1, 3))).toBe('pays')
  expect(changeOf(interval(-1, 3))).toBe('may be chance')
  expect(changeOf(interval(0, 0))).toBe('may be chance')
  expect(formatChange(interval(-3, 1))).toBe('−3.00 ms to +1.00 ms')
})

it('names the domains that gain and pay, and omits what may be chance', () => {
  expect(changesSentence([of('vm1', -3, -1), of('vm2', 1, 2), of('vm3', -1, 1)])).toBe(
    'vm1 gains, vm2 pays.',
  )
  expect(changesSentence([of('vm1', -3, -1), of('vm2', -2, -1)])).toBe('vm1 and vm2 gain.')
  expect(changesSentence([of('vm1', 1, 2), of('vm2', 1, 2), of('vm3', 1, 2)])).toBe(
    'vm1, vm2 and vm3 pay.',
  )
})

it('states that nothing is more than chance', () => {
  expect(changesSentence([of('vm1', -1, 1)])).toMatch(/^No domain gains/)
  expect(changesSentence([{ domain: 'vm1', mean: null, p95: null }])).toMatch(/^No domain gains/)
})
