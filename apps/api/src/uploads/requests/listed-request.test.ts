import fc from 'fast-check'
import { expect, it } from 'vitest'
import { listedRequest, selectionOf } from './listed-request.ts'

it('a request is selected by just what the list says of it', () => {
  const seconds = fc.double({ min: 0, max: 1000, noNaN: true })
  fc.assert(
    fc.property(seconds, seconds, (startSeconds, length) => {
      const endSeconds = startSeconds + length
      const listed = listedRequest({ startSeconds, endSeconds })
      const selection = selectionOf({
        selectedFromSeconds: listed.startSeconds,
        selectedToSeconds: listed.startSeconds,
        selectedFromMs: listed.ms,
        selectedToMs: listed.ms,
      })
      const isWithin = ({ from, to }: { from: number; to: number }, value: number) =>
        value >= from && value <= to
      expect(isWithin(selection.startSeconds, startSeconds)).toBe(true)
      expect(isWithin(selection.responseSeconds, endSeconds - startSeconds)).toBe(true)
    }),
  )
})

it('a request is not selected by an edge that excludes what the list says of it', () => {
  const edges = { selectedFromSeconds: 0, selectedFromMs: 0, selectedToMs: 1e6 }
  const { startSeconds } = selectionOf({ ...edges, selectedToSeconds: 3.214 })
  expect(listedRequest({ startSeconds: 3.2140001, endSeconds: 4 }).startSeconds).toBe(3.214)
  expect(startSeconds.to).toBeGreaterThan(3.2140001)
  expect(startSeconds.to).toBeLessThan(3.214001)
})
