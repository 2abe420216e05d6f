import { expect, it } from 'vitest'
import { whatIfNoteWords } from './run-notes.ts'

it('states what is played', () => {
  expect(whatIfNoteWords({ code: 'bounded', seconds: 0.123, wantedSeconds: 900 })).toBe(
    'The first 0.12 of 900 seconds are simulated, so that both hosts together take minutes at most.',
  )
})
