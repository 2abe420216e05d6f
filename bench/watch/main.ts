/**
 * What watching many hosts costs: CPU and memory of real agent processes, CPU of the worker that steps
 * the loop on each of the hosts, CPU of PostgreSQL, rows and bytes, and the time of a week's page. The
 * hosts and guests are SSH doubles on loopback, whose cost is measured apart: they share the cores with
 * the agents and PostgreSQL. Linux only.
 *
 *   tsx bench/watch/main.ts [--json] [--hosts 200] [--agents 1] [--guests 7] [--logs 1] [--rate 5]
 *     [--seconds 300] [--profile DIR]
 *
 * `--logs` says how many guests of each host have a log that is followed, `--rate` how many requests
 * each of them gets in a second; `--profile` writes a CPU profile of each agent into a directory.
 */

import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { generateHostKeyPair } from '@steelyard/xen'
import pg from 'pg'
import { generateDatabaseClient } from '../../scripts/lib/build.ts'
import { migrate } from '../../scripts/lib/migrate.ts'
import { inRoot } from '../../scripts/lib/paths.ts'
import { startEmbeddedPostgres } from '../../scripts/lib/postgres/embedded-postgres.ts'
import {
  makeTemporaryDataDirectory,
  removeDataDirectory,
} from '../../scripts/lib/postgres/temporary-data.ts'
import { startProcess } from '../reads/start-process.ts'
import { sizesOnDisk } from './sizes-on-disk.ts'
import { startDoubles } from './start-doubles.ts'
import { timeWeek } from './time-week.ts'
import { perSecond, readUsage } from './usage.ts'

const { values } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    hosts: { type: 'string', default: '200' },
    agents: { type: 'string', default: '1' },
    guests: { type: 'string', default: '7' },
    logs: { type: 'string', default: '1' },
    rate: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '300' },
    profile: { type: 'string' },
  },
})
const hosts = Number(values.hosts)
const agentCount = Number(values.agents)
const guests = Number(values.guests)
const logs = Number(values.logs)
const rate = Number(values.rate)
const seconds = Number(values.seconds)
const HOURS_OF_A_WEEK = 168
/** After the connections are made, so that their cost does not count. */
const SETTLE_MS = 20_000

await generateDatabaseClient()
const dataDir = makeTemporaryDataDirectory()
const server = await startEmbeddedPostgres({ dataDir, throwAway: true })
const databaseUrl = server.url
const client = new pg.Client({ connectionString: databaseUrl })
const { publicKey, privateKey } = generateHostKeyPair('bench')
const doubles = await startDoubles({ guests, rate }, publicKey)
try {
  await migrate(databaseUrl)
  await client.connect()
  report(await measure())
} finally {
  await doubles.stop()
  await client.end()
  await server.stop()
  removeDataDirectory(dataDir)
}

async function measure() {
  const secretKey = randomBytes(32).toString('base64')
  const { places } = doubles
  const wanted = { databaseUrl, hosts, guests, logs, places, privateKey, secretKey }
  const hostId = runMaker('make-watches.ts', wanted)
  const watching = await watchAll(secretKey)
  runMaker('make-history.ts', { databaseUrl, hostId, hours: HOURS_OF_A_WEEK })
  return {
    ...{ hosts, agents: agentCount, domains: guests + 1, logs, rate },
    ...watching,
    levels: await sizesOnDisk(client, hosts),
    week: await timeWeek(dataDir, databaseUrl, hostId),
  }
}

/** Has agents watch all hosts and a worker step the loop, and says what that takes in each second. */
async function watchAll(secretKey: string) {
  const profile = values.profile ? ['--cpu-prof', `--cpu-prof-dir=${values.profile}`] : []
  const env = {
    DATABASE_URL: databaseUrl,
    STEELYARD_SECRET_KEY: secretKey,
    STEELYARD_SSH_ALLOW: '127.0.0.0/8',
    STEELYARD_RECHECK_SECONDS: '0',
    STEELYARD_LOG_LEVEL: 'warn',
  }
  const began = performance.now()
  const agents = await Promise.all(
    Array.from({ length: agentCount }, () => startProcess('agent', dataDir, env, profile)),
  )
  const worker = await startProcess('worker', dataDir, env)
  try {
    while ((await watched()) < hosts) await sleep(500)
    const allWatchedAfterSeconds = (performance.now() - began) / 1000
    await sleep(SETTLE_MS)
    const pids = {
      agents: agents.map(({ pid }) => pid),
      worker: worker.pid,
      doubles: doubles.pid,
      postmaster: postmaster(),
    }
    const before = await readUsage(client, pids)
    await sleep(seconds * 1000)
    const after = await readUsage(client, pids)
    const { residentBytes } = after
    if ((await watched()) < hosts) throw new Error('Not all hosts are watched any more.')
    return { allWatchedAfterSeconds, ...perSecond(before, after), residentBytes }
  } finally {
    await worker.stop()
    await Promise.all(agents.map((agent) => agent.stop()))
  }
}

async function watched(): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::int as "count" from "Watch" where "state" = 'watching' and "problem" is null`,
  )
  return rows[0]!.count
}

function postmaster(): number {
  return Number(readFileSync(path.join(server.pgData, 'postmaster.pid'), 'utf8').split('\n')[0])
}

function report(result: Awaited<ReturnType<typeof measure>>): void {
  if (values.json) {
    console.log(JSON.stringify(result, null, 2))
    return
  }
  const { cores, levels, week } = result
  const line = (what: string, figure: string) => console.log(`  ${what.padEnd(28)} ${figure}`)
  const coresOf = (name: keyof typeof cores) => `${cores[name].toFixed(2)} cores`
  console.log(
    `${hosts} hosts of ${guests + 1} domains for ${result.seconds} s; followed logs on each: ${logs}, with ${rate} requests a second; agents: ${agentCount}`,
  )
  line('all watched after', `${result.allWatchedAfterSeconds.toFixed(0)} s`)
  const { residentBytes } = result
  const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(0)} MB`
  line('CPU of the agents', coresOf('agents'))
  line('memory of the agents', residentBytes.agents.map(megabytes).join(', '))
  line('memory of the worker', megabytes(residentBytes.worker))
  line('CPU of the worker', coresOf('worker'))
  line('CPU of PostgreSQL', coresOf('postgres'))
  line('CPU of the doubles', `${coresOf('doubles')}, on the same machine`)
  line('CPU of everything else', `${coresOf('others')}, on the same machine`)
  line('windows of 10 s', `${result.rowsPerSecond.toFixed(1)} rows/s`)
  line('  corrected', `${result.correctionsPerSecond.toFixed(1)} rows/s`)
  for (const { windowSeconds, days, bytesPerRow, bytesPerDay } of levels) {
    if (bytesPerRow === null || bytesPerDay === null) continue
    const [each, day] = [`${bytesPerRow.toFixed(0)} bytes`, `${(bytesPerDay / 1e6).toFixed(1)} MB`]
    const all = `${((bytesPerDay * days) / 1e9).toFixed(2)} GB`
    line(`a window of ${windowSeconds} s`, `${each}, ${day} a day, ${all} in ${days} days`)
  }
  const [middle, longest] = [week.medianMs.toFixed(0), week.longestMs.toFixed(0)]
  const cpu = `${week.cpuMs.toFixed(0)} ms of CPU in the API`
  line('series of a week', `${middle} ms, at most ${longest} ms, ${cpu}`)
}

/** Lets a script of the API write what a benchmark wants into the database. Returns what it prints. */
function runMaker(script: 'make-watches.ts' | 'make-history.ts', wanted: object): string {
  const file = inRoot(`apps/api/src/watches/testing/${script}`)
  return execFileSync(process.execPath, ['--import', 'tsx', file], {
    input: JSON.stringify(wanted),
    encoding: 'utf8',
  }).trim()
}
