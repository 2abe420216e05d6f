import { expect, it } from 'vitest'
import { durationWords } from './run-duration.ts'

const run = (seconds: number | null, state: 'succeeded' | 'failed' = 'succeeded') => ({
  state,
  createdAt: '2026-11-23T10:00:00.000Z',
  finishedAt:
    seconds === null ? null : new Date(Date.UTC(2026, 10, 23, 10, 0, seconds)).toISOString(),
})

it('says how long runs took, whatever became of the others', () => {
  const runs = [run(70), run(80), run(500), run(2, 'failed'), run(null)]
  expect(durationWords(runs)).toBe('A run took 1 min 20 s here, typically.')
  expect(durationWords([run(0)])).toBe('A run took 1 s here, typically.')
})

it('estimates before the first', () => {
  expect(durationWords([])).toContain('about half a minute')
})
