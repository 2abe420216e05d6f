import { setTimeout as sleep } from 'node:timers/promises'
import {
  expectComplete,
  type HostClient,
  type ObjectStore,
  startHostClient,
  startObjectStore,
  startWatchedDouble,
  verifyAuditChain,
  type WatchedDouble,
  wholeWindows,
} from '@steelyard/api/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { findFreePort } from '../../scripts/lib/free-port.ts'
import { type KillRow, killTable } from './lib/kill-table.ts'
import { Client, makeLog, type Sent, uploadAndAnalyse } from './lib/load.ts'
import { Node } from './lib/node.ts'

// Two APIs, three workers and two agents on one database and one object store, as several machines
// would run them. Under load each is killed in turn, and the store is away for a minute. The load is
// uploads that take the whole way to an analysis, in pieces that go to either API, and hosts whose
// guests log a request every 0.2 s.

const WATCHED_HOSTS = 4
const AT_ONCE = 2
const LINES = 60_000
/** What is promised: an agent comes, goes or dies, and the watches are divided again. */
const REBALANCED_WITHIN_SECONDS = 30
const STORE_AWAY_MS = 60_000

const content = Buffer.from(makeLog(LINES))
const rows: KillRow[] = []
const nodes = new Map<string, Node>()
const watched: WatchedDouble[] = []
const sent: Sent[] = []
const failures: string[] = []
let client: HostClient
let store: ObjectStore
let load: Client
let isLoaded = true
let loops: Promise<void>[] = []

beforeAll(async () => {
  store = await startObjectStore()
  client = await startHostClient({ agent: false, env: store.env })
  const { config } = client.api.deps
  const env = {
    DATABASE_URL: config.databaseUrl,
    STEELYARD_DATA_DIR: config.dataDir,
    STEELYARD_SESSION_SECRET: config.sessionSecret,
    STEELYARD_SECRET_KEY: config.secretKey.toString('base64'),
    STEELYARD_AUDIT_KEY: config.auditKey,
    STEELYARD_SSH_ALLOW: '127.0.0.0/8',
    STEELYARD_SAMPLES: 'off',
    ...store.env,
  }
  const origins: string[] = []
  for (const number of [1, 2]) {
    const port = await findFreePort()
    origins.push(`http://127.0.0.1:${port}`)
    add(new Node('api', number, { ...env, STEELYARD_API_PORT: String(port) }))
  }
  for (const number of [1, 2, 3]) add(new Node('worker', number, env))
  for (const number of [1, 2]) add(new Node('agent', number, env))
  await Promise.all([...nodes.values()].map((node) => node.start()))
  const operator = await client.api.as('administrator')
  load = new Client(origins, operator.secret)
  for (let number = 0; number < WATCHED_HOSTS; number++)
    watched.push(await startWatchedDouble(client))
}, 600_000)

afterAll(async () => {
  isLoaded = false
  await Promise.all(loops)
  for (const node of nodes.values()) await node.kill()
  await client?.close()
  await store?.stop()
})

function add(node: Node): void {
  nodes.set(node.name, node)
}

const node = (name: string) => nodes.get(name)!

/** Sends one upload after the other. */
async function keepSending(): Promise<void> {
  const { hostId } = watched[0]!
  while (isLoaded) {
    await uploadAndAnalyse(load, hostId, content).then(
      (each) => sent.push(each),
      (error: unknown) => {
        console.error(String(error))
        failures.push(String(error))
      },
    )
  }
}

/** How many watches each living agent holds, in descending order. */
async function shares(): Promise<number[]> {
  const rows = await client.api.deps.db.$queryRaw<{ watches: number }[]>`
    SELECT count(*)::int AS "watches" FROM "Watch"
     WHERE "heldUntil" > now()
       AND "heldBy" IN (SELECT "instance" FROM "Heartbeat"
                         WHERE "process" = 'agent' AND "beatAt" > now() - interval '10 s')
     GROUP BY "heldBy" ORDER BY 1 DESC`
  return rows.map(({ watches }) => watches)
}

async function secondsUntil(isReached: () => Promise<boolean> | boolean): Promise<number> {
  const began = performance.now()
  while (!(await isReached())) await sleep(200)
  return (performance.now() - began) / 1000
}

/** Every loop has to end what it was at, and one upload that began afterwards. */
async function secondsUntilThrough(): Promise<number> {
  const before = sent.length + failures.length
  return secondsUntil(() => sent.length + failures.length > before + AT_ONCE)
}

/** A run takes a while, so each row is told as soon as it is known. */
function note(row: Omit<KillRow, 'uploadsSoFar'>): void {
  rows.push({ ...row, uploadsSoFar: sent.length })
  console.error(JSON.stringify(rows.at(-1)))
}

async function record(killed: string, rebalancedSeconds: number | null = null): Promise<void> {
  const throughSeconds = await secondsUntilThrough()
  note({ killed, throughSeconds, rebalancedSeconds })
}

it('the load runs, and both agents have half of the watches', async () => {
  loops = Array.from({ length: AT_ONCE }, keepSending)
  await secondsUntil(async () => String(await shares()) === '2,2')
  await record('nothing')
}, 600_000)

it.each(['api 1', 'api 2', 'worker 1', 'worker 2', 'worker 3'])(
  '%s is killed and comes back',
  async (name) => {
    await sleep(Math.random() * 3000)
    await node(name).kill()
    await record(name)
    await node(name).start()
    // Only now, so that one failure does not leave the others without this process.
    expect(failures).toEqual([])
  },
  600_000,
)

it.each(['agent 1', 'agent 2'])(
  '%s is killed, and comes back',
  async (name) => {
    await node(name).kill()
    const taken = await secondsUntil(async () => String(await shares()) === '4')
    expect(taken).toBeLessThan(REBALANCED_WITHIN_SECONDS)
    await record(name, taken)
    await node(name).start()
    const divided = await secondsUntil(async () => String(await shares()) === '2,2')
    expect(divided).toBeLessThan(REBALANCED_WITHIN_SECONDS)
    const killed = `nothing: ${name} comes back`
    note({ killed, throughSeconds: null, rebalancedSeconds: divided })
  },
  600_000,
)

it('the object store is away for a minute, and no upload is lost', async () => {
  await store.kill()
  await sleep(STORE_AWAY_MS)
  const away = await load.once('/api/v1/uploads?limit=1')
  expect(away.status).toBe(200)
  await store.restart()
  await record('the object store, for a minute')
}, 600_000)

it('nothing was lost, and nothing happened twice', async () => {
  isLoaded = false
  await Promise.all(loops)
  const { db } = client.api.deps
  expect(failures).toEqual([])
  expect(sent.length).toBeGreaterThan(AT_ONCE * rows.length)
  expect(await db.upload.count()).toBe(sent.length)
  expect(await db.analysis.count()).toBe(sent.length)
  for (const { uploadId } of sent) {
    const files = await db.uploadFile.findMany({ where: { uploadId } })
    expect(files).toMatchObject([{ state: 'complete', receivedBytes: BigInt(content.length) }])
    const sources = await db.source.findMany({ where: { uploadId } })
    expect(sources).toHaveLength(1)
    expect(sources[0]!.report).toMatchObject({ accepted: LINES, rejected: 0 })
  }
  // One content has one hash, so every byte of every upload came through all of it.
  const hashes = await db.uploadFile.groupBy({ by: ['sha256'] })
  expect(hashes).toHaveLength(1)
  const states = await db.job.groupBy({ by: ['kind', 'state'], _count: true })
  expect(states.map(({ state }) => state).filter((state) => state !== 'succeeded')).toEqual([])
  for (const { hostId } of watched) expectComplete(await wholeWindows(client, hostId))
  expect(await verifyAuditChain(db)).toMatchObject({ intact: true })
  console.log(`${killTable(rows)}\n\n${sent.length} uploads, ${load.retries} attempts repeated`)
}, 600_000)
