import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { openPrivateKey, sealPrivateKey } from './private-key-seal.ts'

const key = randomBytes(32)

it('opens what it sealed', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.uuid(), (text, hostId) => {
      expect(openPrivateKey(key, hostId, sealPrivateKey(key, hostId, text))).toBe(text)
    }),
  )
})

it('does not seal the same text alike twice, nor leave it readable', () => {
  const once = sealPrivateKey(key, 'host', 'PRIVATE KEY')
  expect(Buffer.from(once).includes('PRIVATE')).toBe(false)
  expect(Buffer.from(once).equals(Buffer.from(sealPrivateKey(key, 'host', 'PRIVATE KEY')))).toBe(
    false,
  )
})

it.each([
  ['another host', (sealed: Uint8Array) => openPrivateKey(key, 'other', sealed)],
  ['another secret key', (sealed: Uint8Array) => openPrivateKey(randomBytes(32), 'host', sealed)],
  [
    'one flipped bit',
    (sealed: Uint8Array) => openPrivateKey(key, 'host', sealed.with(40, sealed[40]! ^ 1)),
  ],
  ['another version', (sealed: Uint8Array) => openPrivateKey(key, 'host', sealed.with(0, 9))],
])('cannot be opened for %s', (_, open) => {
  expect(() => open(sealPrivateKey(key, 'host', 'a private key, long enough'))).toThrow()
})
