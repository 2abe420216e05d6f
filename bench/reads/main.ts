/**
 * What the API's main reads cost, in CPU time of the API's process and of PostgreSQL's: of a fleet of
 * 25 hosts made from the analysed samples, with a session, with a token, asked again with the `ETag` of
 * the first answer, and while something unrelated is written all the time. Linux only.
 *
 *   tsx bench/reads/main.ts [--json] [--requests 400] [--only NAME] [--data-dir DIR] [--profile DIR]
 *
 * `--data-dir` keeps the fleet for the next run; `--profile` writes a CPU profile of the API there.
 */
import { mkdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { generateDatabaseClient } from '../../scripts/lib/build.ts'
import { findFreePort } from '../../scripts/lib/free-port.ts'
import { migrate } from '../../scripts/lib/migrate.ts'
import { startEmbeddedPostgres } from '../../scripts/lib/postgres/embedded-postgres.ts'
import {
  makeTemporaryDataDirectory,
  removeDataDirectory,
} from '../../scripts/lib/postgres/temporary-data.ts'
import { measureRead, type Read, type ReadCost } from './measure-read.ts'
import { growFleet } from './sample-fleet.ts'
import { signIn } from './sign-in.ts'
import { startProcess } from './start-process.ts'

const { values } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    requests: { type: 'string', default: '400' },
    only: { type: 'string' },
    'data-dir': { type: 'string' },
    profile: { type: 'string' },
  },
})
interface Row extends ReadCost {
  read: string
  with: string
}

const HOSTS = 25
const SAMPLE_ANALYSES = 2

await generateDatabaseClient()
const dataDir = values['data-dir'] ?? makeTemporaryDataDirectory()
mkdirSync(dataDir, { recursive: true, mode: 0o711 })
const server = await startEmbeddedPostgres({ dataDir, throwAway: true })
const client = new pg.Client({ connectionString: server.url })
try {
  await migrate(server.url)
  await client.connect()
  if ((await count('"Host"')) < HOSTS) await makeFleet()
  report(await measureAll())
} finally {
  await client.end()
  await server.stop()
  if (!values['data-dir']) removeDataDirectory(dataDir)
}

async function count(what: string): Promise<number> {
  const { rows } = await client.query(`select count(*)::int as "count" from ${what}`)
  return rows[0].count
}

/** The worker analyses the samples, as it does at the first start of an installation. */
async function makeFleet(): Promise<void> {
  if (!values.json) console.log('Analysing the samples ...')
  const worker = await startProcess('worker', dataDir, { DATABASE_URL: server.url })
  while ((await count('"Analysis" where "finishedAt" is not null')) < SAMPLE_ANALYSES)
    await sleep(500)
  await worker.stop()
  await growFleet(client, HOSTS)
}

async function measureAll() {
  const port = await findFreePort()
  const profile = values.profile ? ['--cpu-prof', `--cpu-prof-dir=${values.profile}`] : []
  const env = { DATABASE_URL: server.url, STEELYARD_API_PORT: String(port) }
  const api = await startProcess('api', dataDir, env, profile)
  const postmaster = Number(
    readFileSync(path.join(server.pgData, 'postmaster.pid'), 'utf8').split('\n')[0],
  )
  const processes = { requests: Number(values.requests), api: api.pid, postmaster }
  const base = `http://127.0.0.1:${port}/api/v1`
  try {
    const credentials = await signIn(base, api.ready.setupUrlPath)
    const rows: Row[] = []
    for (const read of (await reads()).filter(({ name }) => !values.only || name === values.only)) {
      const url = base + read.path
      const measure = async (how: string, headers: Record<string, string>) => {
        const measured = await measureRead(url, read, headers, processes)
        rows.push({ read: read.name, with: how, ...measured })
      }
      const { cookie, token } = credentials
      await measure('session', cookie)
      await measure('token', token)
      const etag = await etagOf(url, read, cookie)
      if (etag) await measure('ETag', { ...cookie, 'if-none-match': etag })
      await whileOthersWrite(() => measure('session, writes', cookie))
    }
    return rows
  } finally {
    await api.stop()
  }
}

async function etagOf(url: string, { body }: Read, headers: Record<string, string>) {
  if (body) return null
  const reply = await fetch(url, { headers })
  await reply.arrayBuffer()
  return reply.headers.get('etag')
}

/** Something unrelated is committed several hundred times a second: far more often than ever. */
async function whileOthersWrite(work: () => Promise<void>): Promise<void> {
  let writing = true
  const writes = (async () => {
    while (writing) {
      await client.query('select pg_current_xact_id()')
      await sleep(2)
    }
  })()
  await work()
  writing = false
  await writes
}

async function reads(): Promise<Read[]> {
  const first = async (sql: string) => (await client.query<{ id: string }>(sql)).rows[0]!.id
  const analysis = await first(`select "id" from "Analysis" a where exists
    (select 1 from "AnalysisWindow" where "analysisId" = a."id") order by "id" limit 1`)
  const host = await first(`select "id" from "Host" where "inventory" is not null limit 1`)
  const upload = await first(`select "id" from "Upload" limit 1`)
  const raised = { domains: [{ domain: 'vm1', weight: 512 }] }
  return [
    { name: 'session', path: '/session' },
    { name: 'fleet', path: '/fleet' },
    { name: 'hosts', path: '/hosts?limit=25' },
    { name: 'host', path: `/hosts/${host}` },
    { name: 'analysis', path: `/analyses/${analysis}` },
    { name: 'analyses', path: '/analyses?limit=25' },
    { name: 'series', path: `/analyses/${analysis}/series` },
    { name: 'what-if', path: `/analyses/${analysis}/forecasts`, body: raised },
    { name: 'history', path: `/hosts/${host}/history` },
    { name: 'runs', path: `/runs?kind=levers&analysisId=${analysis}` },
    { name: 'jobs', path: '/jobs?limit=25' },
    { name: 'uploads', path: '/uploads?limit=25' },
    { name: 'upload', path: `/uploads/${upload}` },
  ]
}

function report(rows: Row[]): void {
  if (values.json) {
    console.log(JSON.stringify({ hosts: HOSTS, requests: Number(values.requests), rows }, null, 2))
    return
  }
  console.log(`${HOSTS} hosts, ${values.requests} requests each, over 4 connections`)
  console.table(
    rows.map((row) => ({
      read: row.read,
      with: row.with,
      status: row.status,
      'API, CPU ms': Number(row.apiCpuMs.toFixed(1)),
      'PostgreSQL, CPU ms': Number(row.postgresCpuMs.toFixed(1)),
      'requests/s': Math.round(row.requestsPerSecond),
      'p99, ms': row.p99Ms,
      kB: Number((row.bytes / 1000).toFixed(1)),
    })),
  )
}
