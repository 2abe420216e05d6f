/**
 * How long `GET /health/live` takes while somebody has a hostile upload shown: the shipped trace, and
 * beside it a log of requests that are all in flight at once. Beside it stand the same figures of an
 * idle product, and of one beside which another program computes as much.
 *
 *   tsx bench/hostile.ts [--requests 200000] [--json]
 */
import { spawn, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { gzipSync } from 'node:zlib'
import * as contract from '@steelyard/contract'
import { inRoot } from '../scripts/lib/paths.ts'
import { type Caller, sendFile, signUp, waitForJob } from '../scripts/lib/product/product-client.ts'
import { startProduct } from '../scripts/lib/product/start-product.ts'

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '200000' },
    json: { type: 'boolean', default: false },
  },
})

const PROBE_EVERY_MS = 50
const COMPARED_SECONDS = 10
/** When the requests of the shipped trace begin, and how long one of the hostile ones takes. */
const START_EPOCH_SECONDS = 1_795_193_904
const HOSTILE_US = 60_000_000

const directory = mkdtempSync(path.join(os.tmpdir(), 'steelyard-bench-hostile-'))
const product = await startProduct({
  dataDir: path.join(directory, 'data'),
  env: { STEELYARD_SAMPLES: 'off' },
})
try {
  const caller = await signUp(product)
  const { archive, logBytes } = hostileArchive(Number(values.requests))
  const { id, traceId } = await upload(caller, archive)
  const part = 'fromSeconds=4&seconds=16'
  const ask = (address: string) => () => download(caller, address)
  const rows = [
    await probed(caller, 'idle', async () => {
      await sleep(COMPARED_SECONDS * 1000)
      return null
    }),
    await probed(caller, 'another program computes', besideAnotherProgram),
    await probed(
      caller,
      'export for Perfetto',
      ask(`/uploads/${id}/sources/${traceId}/perfetto?${part}`),
    ),
    await probed(caller, 'requests view', ask(`/uploads/${id}/requests?${part}`)),
  ]
  report(rows, logBytes)
} finally {
  await product.stop()
  rmSync(directory, { recursive: true, force: true })
}

function hostileArchive(requests: number) {
  const folder = path.join(directory, 'recording')
  cpSync(inRoot('samples/traced-equal'), folder, { recursive: true })
  const lines = Array.from(
    { length: requests },
    (_, i) => `${START_EPOCH_SECONDS + i / requests} ${HOSTILE_US} 200 /vm1\n`,
  )
  mkdirSync(path.join(folder, 'access-epoch'), { recursive: true })
  const log = path.join(folder, 'access-epoch', 'vm1.log.gz')
  writeFileSync(log, gzipSync(lines.join('')))
  const archive = path.join(directory, 'recording.tar')
  spawnSync('tar', ['-cf', archive, '-C', directory, 'recording'])
  return { archive, logBytes: statSync(log).size }
}

async function upload(caller: Caller, archive: string) {
  const { call } = caller
  const host = await call(contract.createHost, { body: { name: 'hostile' } })
  const { id } = await call(contract.createUpload, { body: { hostId: host.id } })
  await sendFile(caller, id, archive)
  const { job } = await call(contract.inspectUpload, { params: { id } })
  await waitForJob(caller, job.id)
  const { sources } = await call(contract.getUpload, { params: { id } })
  return { id, traceId: sources.find(({ kind }) => kind === 'xentrace')!.id }
}

async function download({ base, authorization }: Caller, address: string) {
  const reply = await fetch(base + address, { headers: { authorization } })
  const { byteLength } = await reply.arrayBuffer()
  return `${reply.status}, ${(byteLength / 1e6).toFixed(1)} MB`
}

async function besideAnotherProgram(): Promise<null> {
  const busy = spawn(process.execPath, ['-e', 'for (;;);'])
  await sleep(COMPARED_SECONDS * 1000)
  busy.kill('SIGKILL')
  return null
}

async function probed(
  { base }: Caller,
  what: string,
  work: () => Promise<string | null>,
): Promise<Row> {
  const times: number[] = []
  let working = true
  const probes = (async () => {
    while (working) {
      const started = performance.now()
      // Each from another address, because the API limits the requests of each.
      const from = `10.0.${times.length >> 8}.${times.length & 255}`
      const headers = { 'x-forwarded-for': from }
      const reply = await fetch(`${base}/health/live`, { headers })
      if (!reply.ok) throw new Error(`/health/live answered ${reply.status}`)
      await reply.arrayBuffer()
      times.push(performance.now() - started)
      await sleep(PROBE_EVERY_MS)
    }
  })()
  const started = performance.now()
  const answer = await work()
  const seconds = (performance.now() - started) / 1000
  working = false
  await probes
  times.sort((a, b) => a - b)
  const quantile = (q: number) => times[Math.min(times.length - 1, Math.floor(q * times.length))]!
  return {
    what,
    answer,
    seconds,
    medianMs: quantile(0.5),
    p99Ms: quantile(0.99),
    maxMs: quantile(1),
  }
}

interface Row {
  what: string
  answer: string | null
  seconds: number
  medianMs: number
  p99Ms: number
  maxMs: number
}

function report(rows: Row[], logBytes: number): void {
  if (values.json) {
    console.log(JSON.stringify({ requests: Number(values.requests), logBytes, rows }, null, 2))
    return
  }
  console.log(`${values.requests} requests of 60 s in a log of ${(logBytes / 1e6).toFixed(2)} MB`)
  console.log('GET /health/live meanwhile, ms           median    p99    max   took')
  for (const { what, answer, seconds, medianMs, p99Ms, maxMs } of rows)
    console.log(
      `${what.padEnd(40)} ${[medianMs, p99Ms, maxMs].map((ms) => ms.toFixed(1).padStart(6)).join(' ')} ${seconds.toFixed(1).padStart(6)} s  ${answer ?? ''}`,
    )
}
