import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import readline from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { test } from '@playwright/test'
import * as contract from '@steelyard/contract'
import { findFreePort, isPortFree } from '../scripts/lib/free-port.ts'
import { root } from '../scripts/lib/paths.ts'
import { canUseDirectory } from '../scripts/lib/postgres/database-account.ts'
import { startEmbeddedPostgres } from '../scripts/lib/postgres/embedded-postgres.ts'
import {
  makeTemporaryDataDirectory,
  removeDataDirectory,
} from '../scripts/lib/postgres/temporary-data.ts'
import { sendFile, signUp } from '../scripts/lib/product/product-client.ts'
import {
  type Product,
  type ProductOptions,
  startProduct,
} from '../scripts/lib/product/start-product.ts'
import { expect } from './lib/patience.ts'

// Tests `npm start` itself: what it prints, how it stops and what it survives.

const isRoot = process.getuid?.() === 0
const nobody = { uid: 65534, gid: 65534 }
const person = { email: 'ada@example.org', name: 'Ada', password: 'a long enough password' }

let dataDir: string
let started: Product[]

function open(): void {
  dataDir = makeTemporaryDataDirectory()
  started = []
}
async function close(): Promise<void> {
  for (const product of started) await product.stop()
  removeDataDirectory(dataDir)
}

async function start(options: Partial<ProductOptions> = {}): Promise<Product> {
  const env = { STEELYARD_SAMPLES: 'off', ...options.env }
  const product = await startProduct({ dataDir, ...options, env })
  started.push(product)
  return product
}

function post(product: Product, resource: string, body: unknown): Promise<Response> {
  return fetch(`${product.webUrl}/api/v1/${resource}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: product.webUrl },
    body: JSON.stringify(body),
  })
}

async function createAdministrator(product: Product): Promise<void> {
  const token = /token=([\w-]+)$/.exec(product.setupUrl ?? '')?.[1]
  const answer = await post(product, 'setup', { token, ...person })
  expect(answer.status, await answer.text()).toBe(201)
}

async function signIn(product: Product): Promise<number> {
  const { email, password } = person
  return (await post(product, 'session', { email, password })).status
}

/** Waits for the processes, which end a moment after their launcher. */
async function expectFree(...ports: number[]): Promise<void> {
  for (const port of ports) {
    await expect.poll(() => isPortFree(port, '127.0.0.1')).toBe(true)
  }
}

const pidFile = () => path.join(dataDir, 'pg/postmaster.pid')
const postgresPid = () => Number(readFileSync(pidFile(), 'utf8').split('\n')[0])

/** The launcher's process for this entry point, if it is running. */
function pidOf(product: Product, entry: string): number {
  try {
    return Number(
      execFileSync('pgrep', ['-P', String(product.pid), '-f', entry], { encoding: 'utf8' }),
    )
  } catch {
    return 0
  }
}

test.describe
  .serial('one installation', () => {
    test.beforeAll(open)
    test.afterAll(close)
    let product: Product

    test('the first start prints one line with the link that creates the administrator', async () => {
      product = await start()
      const lines = product.output().trim().split('\n')
      expect(lines.filter((line) => line.startsWith('Steelyard is ready:'))).toHaveLength(1)
      expect(lines.at(-1)).toBe(
        `Steelyard is ready: ${product.webUrl} (API ${product.apiUrl}). ` +
          `Create the administrator: ${product.setupUrl}`,
      )
      expect((await fetch(product.webUrl)).status).toBe(200)
      expect((await fetch(`${product.apiUrl}/health/ready`)).status).toBe(200)
      await createAdministrator(product)
    })

    test('a second start on the same data is refused and leaves the first one running', async () => {
      const failure = await start().catch(String)
      expect(failure).toContain(`another Steelyard is running on the data directory ${dataDir}`)
      await sleep(1000) // long enough for a server to stop if it was asked to
      expect((await fetch(`${product.webUrl}/api/v1/health/ready`)).status).toBe(200)
    })

    test('a port in use is named with the variable that changes it', async () => {
      const failure = await start({ webPort: product.webPort }).catch(String)
      const said = `Port ${product.webPort} on 127.0.0.1 is in use. Set STEELYARD_WEB_PORT`
      expect(failure).toContain(said)
    })

    const processes = ['api', 'worker', 'agent', 'web'] as const
    const entryOf = (name: (typeof processes)[number]) =>
      name === 'web' ? 'apps/web/server' : `main-${name}`

    /** The pid of a process that has replaced another, once it exists. */
    async function replacementOf(entry: string, first: number): Promise<number> {
      await expect.poll(() => [0, first].includes(pidOf(product, entry))).toBe(false)
      return pidOf(product, entry)
    }
    const readyStatus = () =>
      fetch(`${product.webUrl}/api/v1/health/ready`).then(
        ({ status }) => status,
        () => 0,
      )

    for (const name of processes) {
      test(`${name}, when killed, is started again, as often as it takes`, async () => {
        let pid = pidOf(product, entryOf(name))
        for (let i = 0; i < 3; i++) {
          process.kill(pid, 'SIGKILL')
          pid = await replacementOf(entryOf(name), pid)
        }
        expect(product.output()).toContain(
          `The ${name} process ended unexpectedly (SIGKILL) and is started again in 4 s, see `,
        )
        await expect.poll(readyStatus).toBe(200)
      })
    }

    test('PostgreSQL, when killed, is started again, and the processes find it', async () => {
      const first = postgresPid()
      process.kill(first, 'SIGKILL')
      await expect.poll(() => existsSync(pidFile()) && postgresPid() !== first).toBe(true)
      expect(product.output()).toContain(
        'PostgreSQL ended unexpectedly and is started again in 1 s',
      )
      await expect.poll(() => signIn(product)).toBe(200)
      await expect.poll(readyStatus).toBe(200)
    })

    for (const name of ['worker', 'api'] as const) {
      test(`${name}, when it hangs, is noticed and replaced`, async () => {
        const hung = pidOf(product, entryOf(name))
        process.kill(hung, 'SIGSTOP')
        const answer = await fetch(`${product.webUrl}/api/v1/health/live`)
        expect(answer.status).toBe(name === 'api' ? 502 : 200)
        if (name === 'worker') await expect.poll(readyStatus).toBe(503)
        await replacementOf(entryOf(name), hung)
        expect(product.output()).toContain(
          `The ${name} process ended unexpectedly (it hung and was killed) and is started again`,
        )
        await expect.poll(readyStatus).toBe(200)
      })
    }

    test('Ctrl-C stops everything, and the next start has the data and no link', async () => {
      expect(await product.stop()).toBe(0)
      expect(existsSync(pidFile())).toBe(false)
      await expectFree(product.webPort, product.apiPort)

      product = await start()
      expect(product.setupUrl).toBeNull()
      expect(await signIn(product)).toBe(200)
    })

    test('kill -9 of the launcher ends its processes and loses no data', async () => {
      await product.kill()
      const { webPort, apiPort } = product
      product = await start({ webPort, apiPort }) // the old processes must be gone
      expect(await signIn(product)).toBe(200)
    })

    test('Ctrl-C stops everything while parts of it wait to be started again', async () => {
      process.kill(postgresPid(), 'SIGKILL')
      process.kill(pidOf(product, 'main-api'), 'SIGKILL')
      expect(await product.stop()).toBe(0)
      await expectFree(product.webPort, product.apiPort)
    })
  })

test.describe('a fresh installation', () => {
  test.beforeEach(open)
  test.afterEach(close)

  test('kill -9 of npm stops what it started', async () => {
    const [webPort, apiPort] = [await findFreePort(), await findFreePort()]
    const npm = spawn('npm', ['start'], {
      cwd: root,
      env: {
        ...process.env,
        STEELYARD_SAMPLES: 'off',
        STEELYARD_DATA_DIR: dataDir,
        STEELYARD_WEB_PORT: String(webPort),
        STEELYARD_API_PORT: String(apiPort),
      },
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    for await (const line of readline.createInterface({ input: npm.stdout })) {
      if (line.startsWith('Steelyard is ready:')) break
    }
    const exited = once(npm, 'exit')
    npm.kill('SIGKILL')
    await exited
    await expectFree(webPort, apiPort)
    await expect.poll(() => existsSync(pidFile())).toBe(false)
  })

  test('a copy from a backup, made while it runs, starts with the same hosts, files and audit trail', async () => {
    const settings = { STEELYARD_DATA_DIR: dataDir }
    const npm = (script: string, file: string, env: Record<string, string>) =>
      execFileSync('npm', ['run', script, '--', file], {
        cwd: root,
        env: { ...process.env, ...env },
      })
    const product = await start()
    const caller = await signUp(product)
    await caller.call(contract.createHost, { body: { name: 'rack-1' } })
    const { id } = await caller.call(contract.createUpload, { body: { name: 'monday' } })
    await sendFile(caller, id, path.join(root, 'samples/paper-table3-equal/xentop.log.gz'))
    const seen = async () => ({
      hosts: await caller.call(contract.listHosts),
      uploads: await caller.call(contract.listUploads),
      events: await caller.call(contract.listAuditEvents),
      integrity: await caller.call(contract.checkAuditIntegrity),
    })
    const before = await seen()
    expect([before.hosts.data.length, before.uploads.data.length]).toEqual([1, 1])
    const otherDir = makeTemporaryDataDirectory()
    const file = path.join(otherDir, 'backup.tar.gz')
    const copyDir = path.join(otherDir, 'copy')
    try {
      npm('backup', file, settings)
      await caller.call(contract.createHost, { body: { name: 'too late' } })
      await product.stop()
      npm('restore', file, { STEELYARD_DATA_DIR: copyDir })
      const { webPort, apiPort } = product
      const copy = await start({ dataDir: copyDir, webPort, apiPort })
      expect(await seen()).toEqual(before)
      const stored = (directory: string) => readdirSync(path.join(directory, 'uploads')).sort()
      expect(stored(copyDir)).toEqual(stored(dataDir))
      await copy.stop()
    } finally {
      removeDataDirectory(copyDir)
      removeDataDirectory(otherDir)
    }
  })

  test('with DATABASE_URL, that server is used and no other is started', async () => {
    const otherDir = makeTemporaryDataDirectory()
    const server = await startEmbeddedPostgres({ dataDir: otherDir, throwAway: true })
    try {
      const product = await start({ env: { DATABASE_URL: server.url } })
      await createAdministrator(product)
      expect(existsSync(path.join(dataDir, 'pg'))).toBe(false)
      expect(await product.stop()).toBe(0)
      const again = await start({ env: { DATABASE_URL: server.url } })
      expect(await signIn(again)).toBe(200)
      await again.stop()
    } finally {
      await server.stop()
      removeDataDirectory(otherDir)
    }
  })

  test('the message about a database that does not answer omits its password', async () => {
    const port = await findFreePort()
    const DATABASE_URL = `postgresql://ada:hush@127.0.0.1:${port}/capacity`
    const failure = await start({ env: { DATABASE_URL } }).catch(String)
    expect(failure).toContain(
      `The database 127.0.0.1:${port}/capacity of DATABASE_URL cannot be used`,
    )
    expect(failure).not.toContain('hush')
  })

  test('started as root, it says how to run it as another user', async () => {
    test.skip(!isRoot, 'the tests do not run as root')
    const product = await start()
    expect(product.output()).toContain('Steelyard runs as root')
    await product.stop()
  })

  test('an ordinary user can run it', async () => {
    test.skip(!isRoot, 'the other tests ran as one')
    test.skip(!canUseDirectory(root, nobody, false), 'an ordinary user cannot reach this checkout')
    chownSync(dataDir, nobody.uid, nobody.gid)
    const product = await start({ account: nobody, env: { HOME: dataDir } })
    expect((await fetch(`${product.webUrl}/api/v1/health/ready`)).status).toBe(200)
    expect(product.output()).not.toContain('as root')
    expect(await product.stop()).toBe(0)
  })
})
