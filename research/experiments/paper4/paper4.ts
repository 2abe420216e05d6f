import os from 'node:os'
import * as contract from '@steelyard/contract'
import {
  type OperatedProduct,
  startOperatedProduct,
} from '../../../e2e/xen-host/lib/operated-product.ts'
import { runProgram } from '../../../e2e/xen-host/lib/ssh.ts'
import { GUESTS } from '../../../e2e/xen-host/lib/xen-host.ts'
import { generateDatabaseClient } from '../../../scripts/lib/build.ts'
import { bootLabHost } from '../../recordings/lab-host.ts'
import type { Experiment } from '../experiment.ts'
import { CREDIT } from '../laboratory.ts'
import type { Paper4Result, PlatformResult } from './paper4-result.ts'
import { type Place, playBatches } from './play-batches.ts'
import { showPaper4 } from './show-paper4.ts'

const BATCHES = 8
/** As many as this machine must have, for the host's pCPUs to run at once. */
const EMULATED_PCPUS = 2

type Measured = Omit<PlatformResult, 'assessment'>

/** Figure 1: the same jobs with a pCPU to spare and without, on Linux itself and on emulated Xen. */
export const paper4: Experiment = async ({ scale, log, keep }) => {
  const count = Math.max(2, Math.round(BATCHES * scale))
  await generateDatabaseClient()
  const product = await startOperatedProduct()
  try {
    const result: Paper4Result = { platforms: [] }
    for (const measure of [onThisMachine, onEmulatedXen]) {
      const measured = await measure(count, log)
      const assessment = await assess(product, measured)
      result.platforms.push({ ...measured, assessment })
      keep(result)
    }
    return showPaper4(result)
  } finally {
    await product.stop()
  }
}

async function onThisMachine(count: number, log: (what: string) => void): Promise<Measured> {
  const cpus = os.cpus()
  log(`Running jobs on the ${cpus.length} CPUs of this machine`)
  const batches = await playBatches(
    cpus.map(() => here),
    count,
  )
  return { platform: 'native', machine: cpus[0]!.model, pCpus: cpus.length, batches }
}

const here: Place = async (script) => {
  const { exitCode, stdout, stderr } = await runProgram('sh', ['-c', script])
  if (exitCode !== 0) throw new Error(`The job failed: ${stderr}`)
  return stdout
}

async function onEmulatedXen(count: number, log: (what: string) => void): Promise<Measured> {
  log('Booting a Xen host')
  const guests = GUESTS.map((number) => ({ name: `vm${number}`, rounds: 1 }))
  const { host, stop } = await bootLabHost({
    clock: 'wall',
    scheduler: CREDIT,
    pCpus: EMULATED_PCPUS,
    guests,
    client: 'domain-0',
  })
  try {
    log(`Running jobs in ${EMULATED_PCPUS} guests`)
    const places = GUESTS.slice(0, EMULATED_PCPUS).map((number): Place => {
      return (script) => host.runInGuest(number, script)
    })
    const batches = await playBatches(places, count)
    const machine = `Xen 4.17 under QEMU on ${os.cpus()[0]!.model}`
    return { platform: 'xen-emulated', machine, pCpus: EMULATED_PCPUS, batches }
  } finally {
    await stop()
  }
}

function assess(
  product: OperatedProduct,
  { pCpus, batches }: Measured,
): Promise<contract.OverheadAssessment> {
  return product.call(contract.assessOverhead, {
    body: { kind: 'measured', pCpus, jobs: batches },
  })
}
