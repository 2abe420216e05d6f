import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type FilePart, piecesOf, wholeBytes } from './file-parts.ts'

const part = (fromByte: number, bytes: number): FilePart => ({ fromByte, bytes })

it('a gap ends what is whole', () => {
  expect(wholeBytes([])).toBe(0)
  expect(wholeBytes([part(0, 0)])).toBe(0)
  expect(wholeBytes([part(0, 5), part(5, 3)])).toBe(8)
  expect(wholeBytes([part(0, 5), part(6, 3)])).toBe(5)
  expect(wholeBytes([part(1, 5)])).toBe(0)
})

it('each byte of a range comes once, also where parts overlap', () => {
  const file = Array.from({ length: 60 }, (_, at) => at)
  const parts = fc.array(fc.record({ fromByte: fc.nat(50), bytes: fc.nat(20) }), { maxLength: 8 })
  fc.assert(
    fc.property(parts, fc.nat(70), fc.nat(70), (some, from, to) => {
      const sorted = some.sort((a, b) => a.fromByte - b.fromByte)
      const read = piecesOf(sorted, from, to).flatMap((piece) =>
        file.slice(piece.part.fromByte + piece.fromByte, piece.part.fromByte + piece.toByte),
      )
      const covered = Array.from({ length: 71 }, (_, at) =>
        sorted.some((each) => each.fromByte <= at && at < each.fromByte + each.bytes),
      )
      const whole = covered.indexOf(false)
      expect(wholeBytes(sorted)).toBe(whole)
      expect(read).toEqual(file.slice(from, Math.max(from, Math.min(to, whole, 60))))
    }),
  )
})
