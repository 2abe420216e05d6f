import type { ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import net from 'node:net'
import path from 'node:path'
import * as contract from '@steelyard/contract'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { canStartObjectStore, startObjectStore } from './files/testing/object-store.ts'
import { startProcess } from './testing/start-process.ts'
import { createTestDatabase, type TestDatabase } from './testing/test-database.ts'

let database: TestDatabase
const children: ChildProcess[] = []
beforeAll(async () => {
  database = await createTestDatabase()
})
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  said = ''
})
afterAll(() => database.drop())

/** What the processes write to standard error. */
let said = ''

function start(name: 'api' | 'worker' | 'agent', env: Record<string, string>): ChildProcess {
  const entry = path.join(import.meta.dirname, `main-${name}.ts`)
  const common = {
    STEELYARD_LOG_LEVEL: 'error',
    STEELYARD_AUDIT_KEY: 'the audit key of the three processes',
  }
  const child = startProcess(entry, { ...common, ...env }, ['ignore', 'inherit', 'pipe', 'ipc'])
  child.stderr?.on('data', (chunk) => {
    said += chunk
  })
  children.push(child)
  return child
}

async function ready(child: ChildProcess): Promise<{ type: string; setupUrlPath?: string | null }> {
  const [message] = await once(child, 'message')
  return message
}

async function stop(child: ChildProcess): Promise<unknown> {
  child.kill('SIGTERM')
  return (await once(child, 'exit'))[0]
}

async function freePort(): Promise<string> {
  const server = net.createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as net.AddressInfo
  server.close()
  return String(port)
}

/** Stands before the database, and hangs up on everyone until it is woken. */
async function slowDatabase(databaseUrl: string) {
  const behind = new URL(databaseUrl)
  let awake = false
  const state = { url: '', refused: 0, wake, close }
  const server = net.createServer((socket) => {
    socket.on('error', () => {})
    if (!awake) {
      state.refused++
      socket.destroy()
      return
    }
    const further = net.connect(Number(behind.port), behind.hostname)
    further.on('error', () => socket.destroy())
    socket.pipe(further).pipe(socket)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = new URL(databaseUrl)
  url.hostname = '127.0.0.1'
  url.port = String((server.address() as net.AddressInfo).port)
  state.url = url.href
  return state

  function wake() {
    awake = true
  }
  function close() {
    server.close()
  }
}

const key = { STEELYARD_SECRET_KEY: randomBytes(32).toString('base64') }

describe('the three processes', () => {
  it('start together on a new database, print the set-up link, and stop cleanly', async () => {
    const DATABASE_URL = database.url
    const port = await freePort()
    const apiEnv = {
      ...key,
      DATABASE_URL,
      STEELYARD_API_PORT: port,
      STEELYARD_SESSION_SECRET: randomBytes(32).toString('hex'),
    }
    const started = [
      start('api', apiEnv),
      start('worker', { DATABASE_URL }),
      start('agent', { ...key, DATABASE_URL }),
    ]
    const [api] = await Promise.all(started.map(ready))
    for (const { pid } of started) {
      const status = `/proc/${pid}/status` // only Linux has this file
      if (existsSync(status)) expect(readFileSync(status, 'utf8')).toContain('Umask:\t0077')
    }
    const call = contract.createClient(`http://127.0.0.1:${port}/api/v1`)
    expect((await call(contract.getReady)).status).toBe('ok')
    const token = contract.tokenOfLink(api?.setupUrlPath ?? '')
    const body = { token, email: 'a@example.org', name: 'Ada', password: 'correct horse battery' }
    expect(await call(contract.completeSetup, { body })).toMatchObject({
      grants: [{ role: 'administrator', tag: null }],
    })

    const readyPath = contract.getReady.path
    const health = async () => {
      const answer = await fetch(`http://127.0.0.1:${port}/api/v1${readyPath}`)
      return contract.HealthReport.parse(await answer.json()).checks
    }
    const worker = expect.poll(async () => (await health()).worker, { interval: 500 })
    started[1]!.kill('SIGSTOP') // as a worker that hangs
    await worker.toBe('failing')
    started[1]!.kill('SIGCONT')
    await worker.toBe('ok')
    expect(await Promise.all(started.map(stop))).toEqual([0, 0, 0])

    const again = start('api', apiEnv)
    expect(await ready(again)).toEqual({ type: 'ready', setupUrlPath: null })
    again.disconnect()
    expect((await once(again, 'exit'))[0]).toBe(0)
    expect(said).not.toContain('Warning') // such as of what the next release of a package lacks
  })

  it('wait for a database that hangs up on them at first', async () => {
    const slow = await slowDatabase(database.url)
    const env = { DATABASE_URL: slow.url, ...key }
    const started = [start('worker', env), start('agent', env)]
    await expect.poll(() => slow.refused).toBeGreaterThan(6)
    slow.wake()
    await Promise.all(started.map(ready))
    expect(await Promise.all(started.map(stop))).toEqual([0, 0])
    slow.close()
  })

  it('end when they are told to while they wait', async () => {
    const slow = await slowDatabase(database.url)
    const child = start('worker', { DATABASE_URL: slow.url })
    await expect.poll(() => slow.refused).toBeGreaterThan(0)
    child.disconnect()
    expect((await once(child, 'exit'))[0]).toBe(0)
    slow.close()
  })

  it.skipIf(!canStartObjectStore)(
    'refuse a bucket that is not there, in one line and without its secret',
    async () => {
      const store = await startObjectStore()
      const wrong = { ...store.env, STEELYARD_S3_BUCKET: 'not-there' }
      const child = start('worker', { DATABASE_URL: database.url, ...wrong })
      expect((await once(child, 'exit'))[0]).toBe(1)
      expect(said).toMatch(/^STEELYARD_S3_BUCKET: the bucket not-there at \S+ does not exist/)
      expect(said.trim().split('\n')).toHaveLength(1)
      expect(said).not.toContain(store.setting.secretAccessKey)
      await store.stop()
    },
    600_000,
  )

  it('report in one line what is wrong with their configuration', async () => {
    const child = start('agent', { DATABASE_URL: database.url })
    const [code] = await once(child, 'exit')
    expect(code).toBe(1)
    expect(said).toContain('STEELYARD_SECRET_KEY')
    expect(said).not.toContain('    at ')
  })
})
