/**
 * A large gzipped Apache log through the whole product: sent over tus, inspected, analysed. Says how
 * long each step took compared with peers that read the same file in the same run, how often progress
 * moved, and the peak resident memory of API and worker as the kernel counted it (Linux only).
 *
 *   tsx bench/ingestion.ts [--gzip-bytes 1000000000] [--file PATH] [--json]
 */
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import * as contract from '@steelyard/contract'
import {
  answerDurationUnits,
  type Caller,
  peakResidentBytes,
  sendFile,
  servicePids,
  signUp,
} from '../scripts/lib/product/product-client.ts'
import { startProduct } from '../scripts/lib/product/start-product.ts'
import { writeAccessLog } from './lib/access-log.ts'
import { cpuSecondsOf } from './reads/cpu-time.ts'

const { values } = parseArgs({
  options: {
    'gzip-bytes': { type: 'string', default: '1000000000' },
    file: { type: 'string' },
    json: { type: 'boolean', default: false },
  },
})

const file =
  values.file ?? path.join(os.tmpdir(), `steelyard-bench-${values['gzip-bytes']}`, 'vm1.log.gz')
if (!values.file) {
  mkdirSync(path.dirname(file), { recursive: true })
  if (!values.json) console.log(`Writing ${file} ...`)
  await writeAccessLog(file, Number(values['gzip-bytes']))
}

const dataDir = mkdtempSync(path.join(os.tmpdir(), 'steelyard-bench-data-'))
// Importing the samples would take turns with what is measured here.
const product = await startProduct({ dataDir, env: { STEELYARD_SAMPLES: 'off' } })
try {
  const caller = await signUp(product)
  const pids = servicePids(product.pid)
  const host = await caller.call(contract.createHost, { body: { name: 'bench' } })
  const upload = await caller.call(contract.createUpload, { body: { hostId: host.id } })

  const sending = await timed(() => sendFile(caller, upload.id, file))
  const inspecting = await timed(async () => {
    const { job } = await caller.call(contract.inspectUpload, { params: { id: upload.id } })
    return follow(caller, job.id, pids.worker)
  })
  await answerDurationUnits(caller, upload.id)
  const analysing = await timed(async () => {
    const { analysis, job } = await caller.call(contract.createAnalysis, {
      body: { hostId: host.id, uploadIds: [upload.id], targets: [] },
    })
    return { id: analysis.id, ...(await follow(caller, job.id, pids.worker)) }
  })
  const { sources } = await caller.call(contract.getUpload, { params: { id: upload.id } })
  const lines = sources[0]!.report!.lines
  const peers = peersOf(file)
  report({
    gzipBytes: statSync(file).size,
    lines,
    seconds: {
      sending: sending.seconds,
      inspecting: inspecting.seconds,
      analysing: analysing.seconds,
      ...peers,
    },
    linesPerSecond: lines / analysing.seconds,
    progressSteps: { inspecting: inspecting.value.steps, analysing: analysing.value.steps },
    longestStillSeconds: analysing.value.longestStillSeconds,
    workerCpuSeconds: {
      inspecting: inspecting.value.cpuSeconds,
      analysing: analysing.value.cpuSeconds,
    },
    stages: { inspecting: inspecting.value.stages, analysing: analysing.value.stages },
    peakResidentMb: {
      api: peakResidentBytes(pids.api) / 1e6,
      worker: peakResidentBytes(pids.worker) / 1e6,
    },
  })
} finally {
  await product.stop()
  rmSync(dataDir, { recursive: true, force: true })
}

async function timed<T>(work: () => Promise<T>): Promise<{ value: T; seconds: number }> {
  const started = performance.now()
  const value = await work()
  return { value, seconds: (performance.now() - started) / 1000 }
}

/**
 * Watches a job to its end; counts how often its progress moved, how long it stood still, and how
 * much each stage took of the clock and of the worker's CPU time, which other work on the machine
 * does not change.
 */
async function follow({ call }: Caller, id: string, worker: number) {
  const begun = cpuSecondsOf(worker)
  const stages: Record<string, { seconds: number; cpuSeconds: number }> = {}
  let [lookedAt, cpuThen] = [performance.now(), begun]
  let steps = 0
  let last = ''
  let movedAt = performance.now()
  let longestStillSeconds = 0
  for (;;) {
    const job = await call(contract.getJob, { params: { id } })
    const now = JSON.stringify(job.progress)
    const [time, cpu] = [performance.now(), cpuSecondsOf(worker)]
    stages[job.progress?.stage ?? 'Waiting'] ??= { seconds: 0, cpuSeconds: 0 }
    const stage = stages[job.progress?.stage ?? 'Waiting']!
    stage.seconds += (time - lookedAt) / 1000
    stage.cpuSeconds += cpu - cpuThen
    ;[lookedAt, cpuThen] = [time, cpu]
    longestStillSeconds = Math.max(longestStillSeconds, (performance.now() - movedAt) / 1000)
    if (now !== last) {
      steps += 1
      last = now
      movedAt = performance.now()
    }
    if (job.state === 'succeeded') {
      return { steps, longestStillSeconds, stages, cpuSeconds: cpu - begun }
    }
    if (job.state === 'failed' || job.state === 'cancelled') throw new Error(job.error?.message)
    await sleep(250)
  }
}

/** The same bytes through tools that do less: unpacking alone, and counting requests per second. */
function peersOf(log: string): Record<string, number> {
  const shell = (command: string) => {
    const started = performance.now()
    const { status } = spawnSync('sh', ['-c', command, 'sh', log], { stdio: 'ignore' })
    return status === 0 ? (performance.now() - started) / 1000 : Number.NaN
  }
  const peers: Record<string, number> = {
    'gzip -dc': shell('gzip -dc "$1"'),
    'awk, requests and mean duration per second': shell(
      'gzip -dc "$1" | awk \'{ n[$4]++; s[$4] += $NF } END { for (t in n) print t, n[t], s[t]/n[t] }\'',
    ),
  }
  if (spawnSync('goaccess', ['--version']).status === 0) {
    const format = '%h %^[%d:%t %^] "%r" %s %b "%R" "%u" %D'
    peers.goaccess = shell(
      `gzip -dc "$1" | goaccess - --no-progress --log-format='${format}' --date-format=%d/%b/%Y --time-format=%T -o "$1.json"`,
    )
  }
  return peers
}

function report(result: {
  seconds: Record<string, number>
  peakResidentMb: Record<string, number>
  [figure: string]: unknown
}): void {
  if (values.json) {
    console.log(JSON.stringify(result, null, 2))
    return
  }
  const { seconds, peakResidentMb, ...rest } = result
  const analysing = seconds.analysing!
  console.table(
    Object.entries(seconds).map(([step, value]) => ({
      step,
      seconds: Number(value.toFixed(1)),
      'of analysing': Number((value / analysing).toFixed(2)),
    })),
  )
  console.table([{ ...rest, ...peakResidentMb }])
}
