/**
 * Eight gzipped logs of as many guests, read by one worker and then by four: the CPU time of the
 * workers' processes while they read, as the kernel counted it (Linux only), and that both read the same.
 *
 *   tsx bench/shared-reading.ts [--gzip-bytes 20000000, of each log] [--json]
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import * as contract from '@steelyard/contract'
import pg from 'pg'
import { nodeFlags } from '../scripts/lib/child-process.ts'
import { findFreePort } from '../scripts/lib/free-port.ts'
import { migrate } from '../scripts/lib/migrate.ts'
import { startEmbeddedPostgres } from '../scripts/lib/postgres/embedded-postgres.ts'
import {
  makeTemporaryDataDirectory,
  removeDataDirectory,
} from '../scripts/lib/postgres/temporary-data.ts'
import { sendFile, waitForJob } from '../scripts/lib/product/product-client.ts'
import { writeAccessLog } from './lib/access-log.ts'
import { cpuSecondsOf } from './reads/cpu-time.ts'
import { signIn } from './reads/sign-in.ts'
import { startProcess } from './reads/start-process.ts'

const { values } = parseArgs({
  options: {
    'gzip-bytes': { type: 'string', default: '20000000' },
    json: { type: 'boolean', default: false },
  },
})
const LOGS = 8
const WORKERS = [1, 4]

interface Reading {
  workers: number
  cpuSeconds: number
  cpuSecondsOfEach: number[]
  seconds: number
  parts: number
  lines: number
  digest: string
}

const logDir = mkdtempSync(path.join(os.tmpdir(), 'steelyard-bench-logs-'))
// Copies of one log would count once.
const logs = Array.from({ length: LOGS }, (_, i) => path.join(logDir, `guest${i + 1}.log.gz`))
for (const [i, log] of logs.entries())
  await writeAccessLog(log, Number(values['gzip-bytes']), 20_101 + i)
const readings: Reading[] = []
try {
  for (const workers of WORKERS) readings.push(await measure(workers))
} finally {
  rmSync(logDir, { recursive: true, force: true })
}
const [alone, shared] = readings as [Reading, Reading]
const ratio = shared.cpuSeconds / alone.cpuSeconds
const same = alone.digest === shared.digest
if (values.json) console.log(JSON.stringify({ readings, ratio, same }, null, 2))
else {
  console.table(readings.map(({ digest, ...row }) => row))
  console.log(`CPU time of four workers over that of one: ${ratio.toFixed(3)}`)
}
if (!same) throw new Error('four workers did not read what one did')

/** On an installation of its own, so that nothing is known from before. */
async function measure(count: number): Promise<Reading> {
  const dataDir = makeTemporaryDataDirectory()
  mkdirSync(dataDir, { recursive: true, mode: 0o711 })
  const server = await startEmbeddedPostgres({ dataDir, throwAway: true })
  const client = new pg.Client({ connectionString: server.url })
  const processes: Awaited<ReturnType<typeof startProcess>>[] = []
  try {
    await migrate(server.url)
    await client.connect()
    const env = { DATABASE_URL: server.url, STEELYARD_SAMPLES: 'off' }
    const port = await findFreePort()
    const api = await startProcess('api', dataDir, { ...env, STEELYARD_API_PORT: String(port) })
    processes.push(api)
    const base = `http://127.0.0.1:${port}/api/v1`
    const { cookie, token } = await signIn(base, api.ready.setupUrlPath)
    const call = contract.createClient(base, fetch, token)
    const callInSession = contract.createClient(base, fetch, cookie)
    const caller = { base, call, callInSession, authorization: token.authorization }
    const workers = await Promise.all(
      Array.from({ length: count }, () => startProcess('worker', dataDir, env, nodeFlags.worker)),
    )
    processes.push(...workers)
    const upload = await call(contract.createUpload, { body: {} })
    for (const log of logs) await sendFile(caller, upload.id, log)
    const { job } = await call(contract.inspectUpload, { params: { id: upload.id } })
    await waitForJob(caller, job.id)
    const { openQuestions, sources } = await call(contract.getUpload, {
      params: { id: upload.id },
    })
    // The answer to the last of these starts the reading.
    const cpuBefore = workers.map(({ pid }) => cpuSecondsOf(pid))
    const started = performance.now()
    for (const { sourceId } of openQuestions)
      await call(contract.updateSource, {
        params: { id: upload.id, sourceId },
        body: { settings: { durationUnit: 'us' } },
      })
    const parts = await untilRead(client)
    const cpuSecondsOfEach = workers.map(({ pid }, i) => cpuSecondsOf(pid) - cpuBefore[i]!)
    const seconds = (performance.now() - started) / 1000
    const { rows } = await client.query(
      `select md5(string_agg(domain || "windowStart" || requests::text, '' order by domain, "windowStart")) as digest,
              sum((requests->>'arrivals')::bigint)::float8 as lines from "Observation"`,
    )
    if (sources.length !== LOGS) throw new Error(`${sources.length} logs were recognised`)
    return {
      workers: count,
      cpuSeconds: cpuSecondsOfEach.reduce((sum, each) => sum + each, 0),
      cpuSecondsOfEach,
      seconds,
      parts,
      ...rows[0],
    }
  } finally {
    for (const each of processes.reverse()) await each.stop()
    await client.end()
    await server.stop()
    removeDataDirectory(dataDir)
  }
}

/** @returns how many parts were being read at once, at most */
async function untilRead(client: pg.Client): Promise<number> {
  let most = 0
  for (;;) {
    const { rows } = await client.query(
      `select count(*) filter (where kind = 'read-part' and state = 'running')::int as parts,
              max("error"->>'message') as error,
              bool_and(state = 'succeeded') filter (where kind = 'read-upload') as read,
              (select count(*) from "ObservationSet")::int as sets from "Job"
        where state <> 'cancelled'`,
    )
    const [{ parts, error, read, sets }] = rows
    if (error) throw new Error(error)
    most = Math.max(most, parts)
    if (read && sets > 0) return most
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
}
