import { createDb } from '@steelyard/api/testing'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { migrate } from '../lib/migrate.ts'
import { startEmbeddedPostgres } from '../lib/postgres/embedded-postgres.ts'
import { makeTemporaryDataDirectory, removeDataDirectory } from '../lib/postgres/temporary-data.ts'
import { resetPassword } from './reset-password.ts'

let dataDir: string
let printed: string[]
beforeEach(() => {
  dataDir = makeTemporaryDataDirectory()
  printed = []
  vi.spyOn(console, 'log').mockImplementation((line) => printed.push(String(line)))
})
afterEach(() => {
  vi.restoreAllMocks()
  removeDataDirectory(dataDir)
})

const link = () => /http:\S+\/welcome#token=[\w-]{43}/.exec(printed.join('\n'))?.[0]

test('a person gets a link, also while Steelyard runs, and the audit trail shows it', async () => {
  const server = await startEmbeddedPostgres({ dataDir, throwAway: true })
  await migrate(server.url)
  const db = createDb(server.url)
  const ada = await db.user.create({
    data: { email: 'ada@example.org', name: 'Ada', passwordHash: 'x', disabledAt: new Date() },
  })
  const env = { STEELYARD_DATA_DIR: dataDir }
  await resetPassword(env, 'Ada@Example.org')
  expect(link()).toBeDefined()
  const after = await db.user.findUniqueOrThrow({
    where: { id: ada.id },
    include: { grants: true },
  })
  expect(after).toMatchObject({ disabledAt: null, grants: [] })
  const events = await db.auditEvent.findMany({ where: { action: 'person.break-glass' } })
  expect(events.map(({ targetId, actorKind }) => [targetId, actorKind])).toEqual([
    [ada.id, 'system'],
  ])
  await expect(resetPassword(env, 'nobody@example.org')).rejects.toThrow(
    'There is no nobody@example.org. Known: ada@example.org',
  )
  await db.$disconnect()
  await server.stop()
})

test('with --administrator the person administers again, also while Steelyard is stopped', async () => {
  const server = await startEmbeddedPostgres({ dataDir, throwAway: true })
  await migrate(server.url)
  const db = createDb(server.url)
  await db.user.create({ data: { email: 'ada@example.org', name: 'Ada' } })
  await db.$disconnect()
  await server.stop()
  await resetPassword({ STEELYARD_DATA_DIR: dataDir }, 'ada@example.org', '--administrator')
  expect(link()).toBeDefined()
  const again = await startEmbeddedPostgres({ dataDir, throwAway: true })
  const reopened = createDb(again.url)
  expect(await reopened.grant.findMany({ select: { role: true, tag: true } })).toEqual([
    { role: 'administrator', tag: null },
  ])
  await reopened.$disconnect()
  await again.stop()
})
