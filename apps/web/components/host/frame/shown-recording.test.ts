import { expect, it, vi } from 'vitest'
import { idOf } from '../../../lib/testing/fixtures.ts'
import { shownRecording } from './shown-recording.ts'

let address = ''
vi.mock('../../../lib/server-api.ts', () => ({
  answerOf: () => null,
  queryOfRequest: async () => new URLSearchParams(address),
  read: async () => ({
    data: [
      { id: idOf(31), state: 'running' },
      { id: idOf(30), state: 'succeeded' },
    ],
  }),
}))

it('is the one in the address, or else the newest with a result', async () => {
  expect(await shownRecording(idOf(1))).toBe(idOf(30))
  address = `recording=${idOf(31)}`
  expect(await shownRecording(idOf(1))).toBe(idOf(31))
})
