import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { openText, sealText } from './sealed-text.ts'

const key = randomBytes(32)

it('opens what it sealed', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.uuid(), (text, hostId) => {
      expect(openText(key, hostId, sealText(key, hostId, text))).toBe(text)
    }),
  )
})

it('does not seal the same text alike twice, nor leave it readable', () => {
  const once = sealText(key, 'host', 'PRIVATE KEY')
  expect(Buffer.from(once).includes('PRIVATE')).toBe(false)
  expect(Buffer.from(once).equals(Buffer.from(sealText(key, 'host', 'PRIVATE KEY')))).toBe(false)
})

it.each([
  ['another host', (sealed: Uint8Array) => openText(key, 'other', sealed)],
  ['another secret key', (sealed: Uint8Array) => openText(randomBytes(32), 'host', sealed)],
  [
    'one flipped bit',
    (sealed: Uint8Array) => openText(key, 'host', sealed.with(40, sealed[40]! ^ 1)),
  ],
  ['another version', (sealed: Uint8Array) => openText(key, 'host', sealed.with(0, 9))],
])('cannot be opened for %s', (_, open) => {
  expect(() => open(sealText(key, 'host', 'a private key, long enough'))).toThrow()
})
