import { expect, it } from 'vitest'
import { changeOf } from './twin-figures.ts'

it('calls a change chance while its interval holds 0', () => {
  const change = (lowMs: number, highMs: number) => changeOf({ ms: 0, lowMs, highMs })
  expect(change(-3, -1)).toBe('gains')
  expect(change(1, 3)).toBe('pays')
  expect(change(-1, 3)).toBe('may be chance')
  expect(change(0, 0)).toBe('may be chance')
})
