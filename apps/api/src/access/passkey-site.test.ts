import { expect, it } from 'vitest'
import { passkeySiteOf } from './passkey-site.ts'

it.each([
  ['https://steelyard.example.org', 'steelyard.example.org'],
  ['https://steelyard.example.org:8443', 'steelyard.example.org'],
  ['http://localhost:8080', 'localhost'],
  ['http://steelyard.example.org', undefined],
  ['https://192.0.2.7', undefined],
  ['https://[2001:db8::7]', undefined],
  ['http://127.0.0.1:8080', undefined],
])('has passkeys at %s under the name %s', (webOrigin, rpId) => {
  expect(passkeySiteOf({ webOrigin })?.rpId).toBe(rpId)
})
