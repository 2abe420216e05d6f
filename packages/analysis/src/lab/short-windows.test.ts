import { expect, it } from 'vitest'
import { shortWindows } from './short-windows.ts'

it.each([
  [2, [0.5, 1, 1.5], 4],
  [1.7, [0.5, 1, 1.5], 4],
  [0.5, [], 1],
  [0.2, [], 1],
])('divides %f seconds', (seconds, boundariesSeconds, judged) => {
  expect(shortWindows(seconds, 12)).toEqual({ boundariesSeconds, judged })
})

it('judges all of the longest recording, unless there are very many domains', () => {
  expect(shortWindows(900, 55)).toMatchObject({ judged: 1800 })
  const { boundariesSeconds, judged } = shortWindows(900, 1024)
  expect(judged).toBe(97)
  expect(boundariesSeconds.at(-1)).toBe(48.5)
})
