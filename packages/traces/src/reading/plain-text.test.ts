import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { PlainText, plainHead, writtenIn } from './plain-text.ts'

/** The text that comes out when the bytes arrive in pieces of these lengths. */
function inPieces(bytes: Buffer, lengths: readonly number[]): Buffer {
  const text = new PlainText()
  const out: Buffer[] = []
  let at = 0
  for (const length of [...lengths, bytes.length]) {
    out.push(text.push(bytes.subarray(at, at + length)))
    at += length
  }
  return Buffer.concat([...out, text.end()])
}

describe('plain text', () => {
  test('is the same however the bytes arrive', () => {
    const piece = fc.oneof(
      fc.string({ unit: 'grapheme' }).filter((text) => !text.includes('\u001b')),
      fc.constantFrom('\u001b[31m', '\u001b[0;1m', '\u001b]0;title\u0007', '\u001b(B', '\u001b[2J'),
    )
    fc.assert(
      fc.property(
        fc.array(piece),
        fc.constantFrom('utf8', 'utf16le'),
        fc.array(fc.integer({ min: 1, max: 9 })),
        (pieces, encoding, lengths) => {
          const isWide = encoding === 'utf16le'
          const written = `${isWide ? '\ufeff' : ''}${pieces.join('')}`
          const expected = pieces.filter((each) => !each.startsWith('\u001b')).join('')
          // The mark itself comes in the first piece.
          const [first = 3, ...others] = lengths
          const read = inPieces(Buffer.from(written, encoding), [Math.max(3, first), ...others])
          expect(read.toString('utf8')).toBe(Buffer.from(expected, 'utf8').toString('utf8'))
        },
      ),
    )
  })

  test('has no byte order mark', () => {
    expect(plainHead(Buffer.from('\ufeffNAME', 'utf8')).toString()).toBe('NAME')
  })

  test('keeps bytes of any other encoding', () => {
    const bytes = Buffer.from([0x66, 0xfc, 0x72, 0x0a])
    expect(inPieces(bytes, [1, 1])).toEqual(bytes)
    expect(writtenIn(bytes.toString('latin1'))).toBe('für\n')
    expect(writtenIn(Buffer.from('für').toString('latin1'))).toBe('für')
  })
})
