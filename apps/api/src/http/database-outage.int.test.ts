import { readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import * as contract from '@steelyard/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { migrate } from '../../../../scripts/lib/migrate.ts'
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../../../scripts/lib/postgres/embedded-postgres.ts'
import {
  makeTemporaryDataDirectory,
  removeDataDirectory,
} from '../../../../scripts/lib/postgres/temporary-data.ts'
import { signInAs } from '../testing/sign-in.ts'
import { PASSWORD, type Reply, startTestApi, type TestApi } from '../testing/test-api.ts'

const dataDir = makeTemporaryDataDirectory()
let server: EmbeddedPostgres
let api: TestApi
beforeAll(async () => {
  server = await startEmbeddedPostgres({ dataDir }) // not one to throw away, which forgets in a crash
  await migrate(server.url)
  api = await startTestApi({ database: { url: server.url, drop: async () => {} } })
})
afterAll(async () => {
  await api.close()
  await server.stop()
  removeDataDirectory(dataDir)
})

function signalServer(signal: NodeJS.Signals): void {
  const pidFile = path.join(server.pgData, 'postmaster.pid')
  process.kill(Number(readFileSync(pidFile, 'utf8').split('\n')[0]), signal)
}

/** A server that was killed lets nobody in until its last sessions have noticed. */
async function startAgain(): Promise<void> {
  const { port } = server
  await expect
    .poll(() => startEmbeddedPostgres({ dataDir, port }).then(keep, () => false))
    .toBe(true)
}

function keep(started: EmbeddedPostgres): true {
  server = started
  return true
}

// A fast shutdown, an immediate one, and a crash.
it.each(['SIGINT', 'SIGQUIT', 'SIGKILL'] as const)(
  'while PostgreSQL is away after %s, every request is answered with 503 and when to come back',
  async (signal) => {
    const { call, email } = await signInAs(api, 'administrator')
    const token = await api.as('administrator')
    const asks = [
      () => call(contract.listHosts),
      () => token(contract.listHosts),
      () => token(contract.createHost, { body: { name: crypto.randomUUID() } }),
      () => api.anonymous(contract.signIn, { body: { email, password: PASSWORD } }),
    ]
    const replies = asks.map((): Reply[] => [])
    let isOver = false
    const clients = asks.map(async (ask, i) => {
      for (; !isOver; await sleep(20)) replies[i]!.push(await ask())
    })
    const latest = (wanted: number[]) =>
      expect.poll(() => replies.map((seen) => seen.at(-1)?.status)).toEqual(wanted)
    const usual = [200, 200, 201, 200]

    try {
      await latest(usual)
      signalServer(signal)
      await server.gone
      await latest([503, 503, 503, 503])
      await startAgain()
      await latest(usual)
    } finally {
      isOver = true
      await Promise.all(clients)
    }

    const refused = replies.flat().filter(({ status }) => status >= 300)
    for (const { status, body, headers } of refused) {
      expect({ status, code: body.code }).toEqual({ status: 503, code: 'database-unavailable' })
      expect(headers['retry-after']).toBe('5')
    }
  },
)
