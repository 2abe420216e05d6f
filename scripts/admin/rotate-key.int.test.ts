import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import { createDb, openText, sealedFor, sealText } from '@steelyard/api/testing'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { migrate } from '../lib/migrate.ts'
import { startEmbeddedPostgres } from '../lib/postgres/embedded-postgres.ts'
import { makeTemporaryDataDirectory, removeDataDirectory } from '../lib/postgres/temporary-data.ts'
import { withDatabase } from '../lib/product/with-database.ts'
import { readOrCreateSecret, secretFile } from '../lib/secrets.ts'
import { rotateKey } from './rotate-key.ts'

let dataDir: string
beforeEach(() => {
  dataDir = makeTemporaryDataDirectory()
  vi.spyOn(console, 'log').mockImplementation(() => {})
})
afterEach(() => {
  vi.restoreAllMocks()
  removeDataDirectory(dataDir)
})

/** An installation with one enrolled host whose private key is `text`. */
async function install(key: string, text: string): Promise<void> {
  const server = await startEmbeddedPostgres({ dataDir, throwAway: true })
  await migrate(server.url)
  const db = createDb(server.url)
  const host = await db.host.create({ data: { name: 'xen1' } })
  const way = { hostId: host.id, address: '192.0.2.1', port: 22, username: 'root' }
  const row = await db.sshAccess.create({ data: way })
  const privateKeySealed = sealText(Buffer.from(key, 'base64'), sealedFor(row), text)
  await db.sshAccess.update({ where: { id: row.id }, data: { privateKeySealed } })
  await db.$disconnect()
  await server.stop()
}

function openedWith(key: string): Promise<string> {
  return withDatabase({ databaseUrl: undefined, dataDir }, async (url) => {
    const db = createDb(url)
    const row = await db.sshAccess.findFirstOrThrow()
    await db.$disconnect()
    return openText(Buffer.from(key, 'base64'), sealedFor(row), row.privateKeySealed!)
  })
}

test('the key in the data directory is replaced, also after an interruption', async () => {
  const old = readOrCreateSecret(dataDir, 'key', 'base64')
  await install(old, 'a private key')
  const env = { STEELYARD_DATA_DIR: dataDir }
  await rotateKey(env)
  const next = fs.readFileSync(secretFile(dataDir, 'key'), 'utf8').trim()
  expect(next).not.toBe(old)
  expect(await openedWith(next)).toBe('a private key')
  await expect(openedWith(old)).rejects.toThrow()
  expect(fs.statSync(secretFile(dataDir, 'key')).mode & 0o777).toBe(0o600)

  // Everything was sealed, but the new key had not taken its place yet.
  fs.renameSync(secretFile(dataDir, 'key'), secretFile(dataDir, 'key.next'))
  fs.writeFileSync(secretFile(dataDir, 'key'), old)
  await rotateKey(env)
  expect(fs.readFileSync(secretFile(dataDir, 'key'), 'utf8').trim()).toBe(next)
  expect(fs.existsSync(secretFile(dataDir, 'key.next'))).toBe(false)
  expect(await openedWith(next)).toBe('a private key')
})

test('a given key is replaced by a given one, and no file is written', async () => {
  const [old, next] = [randomBytes(32).toString('base64'), randomBytes(32).toString('base64')]
  await install(old, 'a private key')
  const env = { STEELYARD_DATA_DIR: dataDir, STEELYARD_SECRET_KEY: old }
  await expect(rotateKey(env)).rejects.toThrow('give it as STEELYARD_SECRET_KEY_NEW')
  await expect(rotateKey({ ...env, STEELYARD_SECRET_KEY_NEW: 'short' })).rejects.toThrow(
    'STEELYARD_SECRET_KEY_NEW must be 32 bytes in base64',
  )
  await rotateKey({ ...env, STEELYARD_SECRET_KEY_NEW: next })
  expect(await openedWith(next)).toBe('a private key')
  expect(fs.existsSync(secretFile(dataDir, 'key'))).toBe(false)
})

test('nothing happens while Steelyard runs on the data directory', async () => {
  const old = readOrCreateSecret(dataDir, 'key', 'base64')
  const server = await startEmbeddedPostgres({ dataDir, throwAway: true })
  const rotation = rotateKey({ STEELYARD_DATA_DIR: dataDir })
  await expect(rotation).rejects.toThrow('another Steelyard is running')
  await server.stop()
  expect(fs.readFileSync(secretFile(dataDir, 'key'), 'utf8').trim()).toBe(old)
})
