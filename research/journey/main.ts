/**
 * From an upload to its verdict through the whole product: seconds by the clock, and CPU seconds of the
 * worker with all its threads. The uploads are hosts drawn by chance, recorded for five minutes, and the
 * shipped recording in several ways: other files of the same minutes should lead to the same weights.
 * Linux only.
 *
 *   npm run research -- journey [--seed 1] [--guests 3,8] [--json]
 */
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import * as contract from '@steelyard/contract'
import { cpuSecondsOf } from '../../bench/index.ts'
import { inRoot } from '../../scripts/lib/paths.ts'
import {
  answerDurationUnits,
  type Caller,
  sendFile,
  servicePids,
  signUp,
  waitForJob,
} from '../../scripts/lib/product/product-client.ts'
import { startProduct } from '../../scripts/lib/product/start-product.ts'
import { drawHost, type SyntheticHost } from '../accuracy/hosts/draw-host.ts'
import { settleTargets } from '../accuracy/hosts/settle-targets.ts'
import { writeUpload } from '../accuracy/hosts/write-upload.ts'

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    guests: { type: 'string', default: '3,8' },
    json: { type: 'boolean', default: false },
  },
})

interface Journey {
  what: string
  /** A directory with what is uploaded. */
  folder: string
  targets: contract.SlaTarget[]
}

const SHIPPED = 'samples/paper-table3-equal'
/** The entries of the shipped recording that somebody might have. */
const WAYS: Record<string, readonly string[]> = {
  'as shipped': readdirSync(inRoot(SHIPPED)),
  'without what clients measured': ['access', 'access-epoch', 'xenmon', 'recording.json'],
  'with logs of whole seconds': ['access', 'xenmon', 'recording.json'],
}
const SHIPPED_TARGETS_SECONDS = { vm1: 0.18, vm2: 0.7, vm3: 0.3 }

const directory = mkdtempSync(path.join(os.tmpdir(), 'steelyard-bench-journey-'))
const product = await startProduct({
  dataDir: path.join(directory, 'data'),
  env: { STEELYARD_SAMPLES: 'off' },
})
try {
  const caller = await signUp(product)
  const { worker } = servicePids(product.pid)
  const rows = []
  for (const journey of [...(await drawnJourneys()), ...shippedJourneys()]) {
    rows.push(await travel(caller, worker, journey))
  }
  if (values.json) console.log(JSON.stringify(rows, null, 2))
  else console.table(rows)
} finally {
  await product.stop()
  rmSync(directory, { recursive: true, force: true })
}

/** The first drawn hosts with as many guests, with targets of which one is missed. */
async function drawnJourneys(): Promise<Journey[]> {
  const journeys: Journey[] = []
  for (const count of values.guests.split(',').map(Number)) {
    const { host, targets } = hostWith(count)
    const folder = path.join(directory, `drawn-${count}`)
    mkdirSync(folder)
    await writeUpload(host, folder)
    const what = `${count} guests on ${host.config.pCpus} pCPU, five minutes`
    journeys.push({ what, folder, targets: inMs(targets) })
  }
  return journeys
}

function hostWith(count: number): { host: SyntheticHost; targets: Record<string, number> } {
  for (let number = 1; ; number++) {
    const host = drawHost(Number(values.seed), number)
    if (host.guests.length !== count || host.wish.kind !== 'kept-by-weights') continue
    return { host, targets: settleTargets(host) }
  }
}

function inMs(seconds: Record<string, number>): contract.SlaTarget[] {
  return Object.entries(seconds).map(([domain, each]) => ({
    domain,
    responseTimeMs: 1000 * each,
    throughputPerSecond: null,
    isSoft: false,
  }))
}

function shippedJourneys(): Journey[] {
  return Object.entries(WAYS).map(([way, entries]) => {
    const folder = path.join(directory, way.replaceAll(' ', '-'))
    for (const entry of entries) {
      cpSync(path.join(inRoot(SHIPPED), entry), path.join(folder, entry), { recursive: true })
    }
    const targets = inMs(SHIPPED_TARGETS_SECONDS)
    return { what: `shipped recording, ${way}`, folder, targets }
  })
}

async function travel(caller: Caller, worker: number, { what, folder, targets }: Journey) {
  const { call } = caller
  const archive = `${folder}.tar`
  spawnSync('tar', ['-cf', archive, '-C', path.dirname(folder), path.basename(folder)])
  const { id: hostId } = await call(contract.createHost, { body: { name: what } })
  const cpuBefore = cpuSecondsOf(worker)
  const began = performance.now()
  const { id } = await call(contract.createUpload, { body: { hostId } })
  await sendFile(caller, id, archive)
  const { job: inspection } = await call(contract.inspectUpload, { params: { id } })
  await waitForJob(caller, inspection.id)
  await answerDurationUnits(caller, id)
  const uploaded = performance.now()
  const { analysis, job } = await call(contract.createAnalysis, {
    body: { hostId, uploadIds: [id], targets },
  })
  await waitForJob(caller, job.id)
  const seconds = (from: number) => Number(((performance.now() - from) / 1000).toFixed(1))
  const [whole, analysing] = [seconds(began), seconds(uploaded)]
  const { result } = await call(contract.getAnalysis, { params: { id: analysis.id } })
  const { recommendation, verdict } = result!
  return {
    what,
    seconds: whole,
    'of it analysing': analysing,
    'worker CPU s': Number((cpuSecondsOf(worker) - cpuBefore).toFixed(1)),
    verdict,
    weights: recommendation?.domains.map(({ weightAfter }) => weightAfter).join(' / ') ?? 'none',
    advice: recommendation?.advice ?? 'none',
  }
}
