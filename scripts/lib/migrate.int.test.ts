import { execFile } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { migrate, refuseOldServer } from './migrate.ts'
import { inRoot, root } from './paths.ts'
import { programOf } from './program-of.ts'

let client: pg.Client
let url: string
let directory: string

beforeEach(async () => {
  const admin = new pg.Client({ connectionString: process.env.STEELYARD_TEST_DATABASE_URL })
  await admin.connect()
  const name = `migrate_${process.pid}_${Math.random().toString(36).slice(2)}`
  await admin.query(`create database ${name}`)
  await admin.end()
  const address = new URL(process.env.STEELYARD_TEST_DATABASE_URL!)
  address.pathname = `/${name}`
  url = address.href
  client = new pg.Client({ connectionString: url })
  await client.connect()
  directory = fs.mkdtempSync(path.join(os.tmpdir(), 'steelyard-migrations-'))
})
afterEach(async () => {
  await client.end()
  fs.rmSync(directory, { recursive: true })
})

function writeMigration(name: string, sql: string): void {
  fs.mkdirSync(path.join(directory, name), { recursive: true })
  fs.writeFileSync(path.join(directory, name, 'migration.sql'), sql)
}

const prisma = (...args: string[]) =>
  promisify(execFile)(process.execPath, [programOf('prisma-cli', 'prisma'), ...args], {
    cwd: root,
    env: { ...process.env, DATABASE_URL: url },
  })

test('migrations are applied in order, each once', async () => {
  writeMigration('2_insert', 'insert into t values (1)')
  writeMigration('1_create', 'create table t (id int)')
  expect(await migrate(url, directory)).toEqual(['1_create', '2_insert'])
  writeMigration('3_more', 'insert into t values (2); insert into t values (3)')
  expect(await migrate(url, directory)).toEqual(['3_more'])
  expect(await migrate(url, directory)).toEqual([])
  expect((await client.query('select id from t order by id')).rows).toHaveLength(3)
})

test('a server that is too old is named before anything is changed', () => {
  expect(() => refuseOldServer('14.23 (Debian 14.23-1.pgdg12+1)')).toThrow(
    'The database server is PostgreSQL 14.23 (Debian 14.23-1.pgdg12+1). Steelyard needs 15 or newer; nothing was changed.',
  )
  for (const version of ['15.18', '18.4', '19devel']) refuseOldServer(version)
})

test('two simultaneous starts apply a migration once', async () => {
  writeMigration('1_create', 'create table t (id int)')
  const applied = await Promise.all([migrate(url, directory), migrate(url, directory)])
  expect(applied.flat()).toEqual(['1_create'])
})

test('a migration that fails leaves nothing and blocks the next start', async () => {
  writeMigration('1_bad', 'create table t (id int); insert into missing values (1)')
  await expect(migrate(url, directory)).rejects.toThrow('migration 1_bad: relation "missing"')
  expect((await client.query(`select to_regclass('t') as t`)).rows).toEqual([{ t: null }])
  await expect(migrate(url, directory)).rejects.toThrow('1_bad failed earlier')
})

test('a migration that was edited after it had been applied stops the start', async () => {
  writeMigration('1_create', 'create table t (id int)')
  await migrate(url, directory)
  writeMigration('1_create', 'create table t (id bigint)')
  await expect(migrate(url, directory)).rejects.toThrow('1_create was edited')
})

test('Prisma agrees that everything is applied', async () => {
  await migrate(url)
  const { stdout } = await prisma('migrate', 'status')
  expect(stdout).toContain('Database schema is up to date')
})

test('what Prisma applied is not applied again', async () => {
  await prisma('migrate', 'deploy')
  expect(await migrate(url)).toEqual([])
})

test('the migrations produce the schema that schema.prisma declares', async () => {
  await migrate(url)
  // Exit code 2, and so a rejection that shows the difference, when they have drifted apart.
  const schema = inRoot('prisma/schema.prisma')
  await prisma('migrate', 'diff', '--from-config-datasource', '--to-schema', schema, '--exit-code')
})
