import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readOrCreateSecret } from './secrets.ts'

let dataDir: string
beforeEach(() => {
  dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'steelyard-secrets-'))
})
afterEach(() => fs.rmSync(dataDir, { recursive: true }))

test('a secret is created once and then kept', () => {
  const secret = readOrCreateSecret(dataDir, 'session')
  expect(readOrCreateSecret(dataDir, 'session')).toBe(secret)
  expect(readOrCreateSecret(dataDir, 'other')).not.toBe(secret)
  expect(Buffer.from(secret, 'base64url')).toHaveLength(32)
})

test('the key is 32 bytes in plain base64', () => {
  expect(readOrCreateSecret(dataDir, 'key', 'base64')).toMatch(/^[A-Za-z0-9+/]{43}=$/)
})

test.skipIf(process.platform === 'win32')('other accounts cannot read it', () => {
  readOrCreateSecret(dataDir, 'session')
  const modeOf = (...parts: string[]) => fs.statSync(path.join(dataDir, ...parts)).mode & 0o777
  expect(modeOf('secrets')).toBe(0o700)
  expect(modeOf('secrets', 'session')).toBe(0o600)
})

test('an emptied secret is an error, not a new secret', () => {
  readOrCreateSecret(dataDir, 'session')
  fs.writeFileSync(path.join(dataDir, 'secrets/session'), '')
  expect(() => readOrCreateSecret(dataDir, 'session')).toThrow('is empty')
})
