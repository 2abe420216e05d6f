import { expect, it } from 'vitest'
import { formatChange } from './change-words.ts'

it('writes a change with the signs of its ends', () => {
  expect(formatChange({ ms: -1, lowMs: -3, highMs: 1 })).toBe('−3.00 ms to +1.00 ms')
})
