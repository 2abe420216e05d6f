import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { useAuditKey } from '../audit/audit-key.ts'
import { readConfig } from '../config.ts'
import { createDb } from '../db.ts'
import type { Deps } from '../deps.ts'
import { openFiles } from '../files/open-files.ts'
import { createLogger } from '../logger.ts'
import { startJobQueue } from '../queue/job-queue.ts'
import { startListener } from '../queue/listener.ts'
import { createTestDatabase, type TestDatabase } from './test-database.ts'

export interface TestDeps extends Deps {
  close(): Promise<void>
}

export interface TestDepsOptions {
  supervise?: boolean
  /** Variables of the environment besides those that every test has. */
  env?: Record<string, string>
  /** Where the test needs a server of its own as well. */
  database?: TestDatabase
}

/** Real dependencies on a database of their own. `STEELYARD_LOG_LEVEL=info` shows the log. */
export async function startTestDeps({
  supervise = false,
  database: given,
  env = {},
}: TestDepsOptions = {}): Promise<TestDeps> {
  const database = given ?? (await createTestDatabase())
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'steelyard-api-'))
  const config = readConfig('api', {
    DATABASE_URL: database.url,
    STEELYARD_DATA_DIR: dataDir,
    // Hosts in tests listen on loopback, and there are many of them.
    STEELYARD_SSH_ALLOW: '127.0.0.0/8',
    STEELYARD_OIDC_ALLOW: '127.0.0.0/8',
    STEELYARD_WEBHOOK_ALLOW: '127.0.0.0/8',
    STEELYARD_SSH_PROBES: '10000',
    STEELYARD_SECRET_KEY: randomBytes(32).toString('base64'),
    STEELYARD_SESSION_SECRET: randomBytes(32).toString('hex'),
    STEELYARD_AUDIT_KEY: 'the same in all tests of a process',
    STEELYARD_LOG_LEVEL: process.env.STEELYARD_LOG_LEVEL ?? 'silent',
    ...env,
  })
  useAuditKey(config.auditKey)
  const log = createLogger(config, 'test')
  const db = createDb(database.url, 5)
  const queue = await startJobQueue(database.url, log, { supervise })
  const listener = await startListener(database.url, log)
  const files = openFiles(config.files)
  await files.check()
  return {
    instance: randomUUID(),
    config,
    db,
    files,
    queue,
    listener,
    log,
    async close() {
      await listener.close()
      await queue.close()
      await db.$disconnect()
      await database.drop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
