import * as contract from '@steelyard/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { createDb, type Db } from './db.ts'
import { createTestDatabase, type TestDatabase } from './testing/test-database.ts'

let database: TestDatabase
let db: Db

beforeAll(async () => {
  database = await createTestDatabase()
  db = createDb(database.url)
})
afterAll(async () => {
  await db.$disconnect()
  await database.drop()
})

/** The values that the check constraint of a column allows. */
async function wordsOf(table: string, column: string): Promise<string[]> {
  const rows = await db.$queryRaw<{ definition: string }[]>`
    SELECT pg_get_constraintdef("oid") AS "definition" FROM pg_constraint
     WHERE "contype" = 'c' AND "conname" = ${`${table}_${column}_check`}`
  return [...(rows[0]?.definition ?? '').matchAll(/'([^']+)'/g)].map(([, word]) => word!)
}

it.each([
  ['Grant', 'role', contract.Role],
  ['AccountLink', 'kind', z.enum(['set-up', 'invite', 'reset'])],
  ['AuditEvent', 'actorKind', contract.AuditEvent.shape.actor.shape.kind],
  ['AuditEvent', 'outcome', contract.AuditEvent.shape.outcome],
  ['Job', 'kind', contract.JobKind],
  ['Job', 'state', contract.JobState],
  ['Job', 'subjectKind', contract.Job.shape.subject.unwrap().shape.kind],
  ['SshAccess', 'state', contract.ConnectionState.exclude(['none'])],
  ['Upload', 'state', contract.UploadState.exclude(['recording', 'inspecting'])],
  ['CapsMonitor', 'mode', contract.CapsMonitorMode],
  ['Analysis', 'verdict', contract.Verdict],
  ['Run', 'kind', contract.RunKind],
  ['Application', 'kind', contract.Application.shape.kind],
  ['Application', 'state', contract.ApplicationState],
  ['ApplicationStep', 'state', contract.ApplicationStep.shape.state],
])('%s.%s may hold exactly the words of the contract', async (table, column, { options }) => {
  expect((await wordsOf(table, column)).sort()).toEqual([...options].sort())
})

it('refuses any other word', async () => {
  await expect(db.job.create({ data: { kind: 'run-errand', payload: {} } })).rejects.toThrow(
    'Job_kind_check',
  )
})
