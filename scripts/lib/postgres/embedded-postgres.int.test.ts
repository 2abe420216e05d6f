import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { inRoot } from '../paths.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts'
import { makeTemporaryDataDirectory, removeDataDirectory } from './temporary-data.ts'

let dataDir: string
const running: EmbeddedPostgres[] = []

beforeEach(() => {
  dataDir = makeTemporaryDataDirectory()
})
afterEach(async () => {
  for (const server of running.splice(0)) await server.stop()
  removeDataDirectory(dataDir)
})

async function start(): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ dataDir, throwAway: true })
  running.push(server)
  return server
}

async function query(url: string, sql: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

/** A launcher that starts the server and is then killed before it can stop it. */
async function startAndCrash(): Promise<void> {
  const module = pathToFileURL(inRoot('scripts/lib/postgres/embedded-postgres.ts')).href
  const script = `
    const { startEmbeddedPostgres } = await import(${JSON.stringify(module)})
    await startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)}, throwAway: true })
    process.kill(process.pid, 'SIGKILL')`
  const args = ['--import', 'tsx', '--input-type=module', '-e', script]
  const child = spawn(process.execPath, args, { cwd: inRoot(), stdio: 'inherit' })
  const [, signal] = await once(child, 'exit')
  expect(signal).toBe('SIGKILL')
}

test('data survive a stop', async () => {
  const first = await start()
  await query(first.url, 'create table t as select 42 as answer')
  await first.stop()
  await first.gone
  const second = await start()
  expect(second.reused).toBe(false)
  expect(await query(second.url, 'select answer from t')).toEqual([{ answer: 42 }])
})

test("the product's role owns its database and can do no more", async () => {
  const { url } = await start()
  const rights =
    'select rolsuper, rolcreatedb, rolcreaterole from pg_roles where rolname = current_user'
  expect(await query(url, rights)).toEqual([
    { rolsuper: false, rolcreatedb: false, rolcreaterole: false },
  ])
  await expect(query(url, "copy (select 1) to program 'true'")).rejects.toThrow('permission denied')
})

test('a server that a killed launcher left behind is taken over', async () => {
  await startAndCrash()
  const server = await start()
  expect(server.reused).toBe(true)
  await server.stop()
  expect(fs.existsSync(`${server.pgData}/postmaster.pid`)).toBe(false)
})

test('two launchers do not share a data directory', async () => {
  await start()
  await expect(startEmbeddedPostgres({ dataDir })).rejects.toThrow('another Steelyard is running')
})

test('a start succeeds after an interrupted first start', async () => {
  const { pgData, stop } = await start()
  await stop()
  fs.renameSync(pgData, `${pgData}.partial`) // as initdb leaves it when it is killed
  expect(await query((await start()).url, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('a wrong password is refused', async () => {
  const address = new URL((await start()).url)
  address.password = 'guess'
  await expect(query(address.href, 'select 1')).rejects.toThrow('password authentication failed')
})

test('passwords that do not match the database are named as the reason', async () => {
  await (await start()).stop()
  fs.rmSync(`${dataDir}/secrets`, { recursive: true })
  await expect(start()).rejects.toThrow('are not those of the database next to them')
  expect(fs.existsSync(`${dataDir}/pg/postmaster.pid`)).toBe(false)
})

test.runIf(process.getuid?.() === 0)(
  'below a directory that is closed to the unprivileged account, the data lie elsewhere',
  async () => {
    fs.chmodSync(dataDir, 0o700)
    const first = await start()
    expect(first.pgData).not.toContain(dataDir)
    expect(fs.realpathSync(`${dataDir}/pg`)).toBe(first.pgData)
    await query(first.url, 'create table t as select 42 as answer')
    await first.stop()
    const moved = `${dataDir}-moved`
    fs.renameSync(dataDir, moved)
    dataDir = moved
    expect(await query((await start()).url, 'select answer from t')).toEqual([{ answer: 42 }])
  },
)

test.runIf(process.getuid?.() === 0)('a link that leads anywhere else is refused', async () => {
  fs.symlinkSync('/etc', `${dataDir}/pg`)
  await expect(start()).rejects.toThrow('leads to /etc')
  fs.unlinkSync(`${dataDir}/pg`)
})
