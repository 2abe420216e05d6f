import { expect, it } from 'vitest'
import { checkedAddress } from './address.ts'

const check = (text: string, insecure = false) => checkedAddress(text, { insecure })

it.each([
  ['https://steelyard.example.org/', 'https://steelyard.example.org'],
  ['steelyard.example.org', 'https://steelyard.example.org'],
  ['https://example.org/steelyard/', 'https://example.org/steelyard'],
  ['http://localhost:3000', 'http://localhost:3000'],
  ['http://127.0.0.1:3000', 'http://127.0.0.1:3000'],
  ['http://127.1:3000', 'http://127.0.0.1:3000'],
  ['http://[::1]:3000', 'http://[::1]:3000'],
])('takes %s', (text, expected) => expect(check(text)).toBe(expected))

it.each([
  'http://steelyard.example.org',
  'http://192.168.1.2:3000',
  'http://localhost.example.org',
  'http://127.0.0.1.example.org',
  'http://[::ffff:10.0.0.1]',
  'http://0.0.0.0',
])('refuses %s without --insecure', (text) => {
  expect(() => check(text)).toThrow(/not encrypted/)
  expect(check(text, true)).toBe(new URL(text).origin)
})

it.each(['ftp://example.org', 'file:///etc/passwd', 'https://', 'https://a b'])(
  'refuses %s',
  (text) => expect(() => check(text, true)).toThrow(/is no address/),
)

it('refuses a secret in the address', () => {
  expect(() => check('https://me:secret@example.org')).toThrow(/no password/)
  expect(() => check('https://me:secret@example.org')).not.toThrow(/secret/)
})
