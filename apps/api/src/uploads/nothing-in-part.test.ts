import { expect, test } from 'vitest'
import { nothingInPart } from './nothing-in-part.ts'

test('a part after the end of its trace says how long that is', () => {
  expect(nothingInPart(29.75, 40).message).toBe(
    'The trace is 29.8 s long and has nothing after 40 s. Ask for an earlier part.',
  )
})

test('a part in which every vCPU slept does not claim that the trace has ended', () => {
  expect(nothingInPart(13, 10).message).toBe(
    'No vCPU was seen to run or wait between 10 s and 13.0 s of the trace. Ask for another part.',
  )
})
