import { expect, it } from 'vitest'
import { aSummary } from '../../../lib/testing/fixtures.ts'
import { recordingToShow } from './chosen-recording.ts'

it('is the newest with a result', () => {
  expect(
    recordingToShow([
      aSummary({ id: 'c', state: 'running' }),
      aSummary({ id: 'b' }),
      aSummary({ id: 'a' }),
    ]),
  ).toBe('b')
})

it('is the newest of all while none has a result, and none without recordings', () => {
  expect(recordingToShow([aSummary({ id: 'c', state: 'failed' })])).toBe('c')
  expect(recordingToShow([])).toBeNull()
})
