import { expect, it } from 'vitest'
import { fromLocalInput, toLocalInput } from './local-time.ts'

it('round-trips a time to the second, whatever the zone', () => {
  const at = '2026-07-20T14:05:09.000Z'
  expect(fromLocalInput(toLocalInput(at))).toBe(at)
})

it('leaves empty and unfinished values empty', () => {
  expect(toLocalInput(null)).toBe('')
  expect(fromLocalInput('')).toBeNull()
  expect(fromLocalInput('2026-13-45T99')).toBeNull()
})
