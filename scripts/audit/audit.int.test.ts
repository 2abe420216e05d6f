import fs from 'node:fs'
import path from 'node:path'
import { audit, createDb, systemActor } from '@steelyard/api/testing'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { migrate } from '../lib/migrate.ts'
import { startEmbeddedPostgres } from '../lib/postgres/embedded-postgres.ts'
import { makeTemporaryDataDirectory, removeDataDirectory } from '../lib/postgres/temporary-data.ts'
import { anchor } from './anchor.ts'
import { check } from './check.ts'
import { withTrail } from './with-trail.ts'

let dataDir: string
let printed: string[] = []
let complained: string[] = []
beforeEach(() => {
  dataDir = makeTemporaryDataDirectory()
  printed = []
  complained = []
  vi.spyOn(console, 'log').mockImplementation((text) => void printed.push(text))
  vi.spyOn(console, 'error').mockImplementation((text) => void complained.push(text))
})
afterEach(() => {
  vi.restoreAllMocks()
  removeDataDirectory(dataDir)
})

test('an anchor is printed while the product runs, and shows later that the end was cut', async () => {
  const env = { STEELYARD_DATA_DIR: dataDir }
  const server = await startEmbeddedPostgres({ dataDir, throwAway: true })
  await migrate(server.url)
  await withTrail(env, async (db) => {
    for (const action of ['a.first', 'a.second']) {
      await db.$transaction((tx) => audit(tx, systemActor('agent'), { action }))
    }
  })
  await anchor([], env)
  const file = path.join(dataDir, 'anchor.json')
  fs.writeFileSync(file, printed.join('\n'))
  expect(await check([file], env)).toBe(true)

  const db = createDb(server.url)
  await db.$executeRawUnsafe('ALTER TABLE "AuditEvent" DISABLE TRIGGER USER')
  await db.$executeRawUnsafe('DELETE FROM "AuditEvent" WHERE "sequence" = 2')
  await db.$disconnect()
  expect(await check([file], env)).toBe(false)
  expect(complained.join()).toMatch(/was cut: event 2.*cut at 1/)

  await server.stop()
  complained = []
  expect(await check([file], env)).toBe(false)
  expect(complained.join()).toMatch(/was cut: event 2/)
})
