import * as contract from '@steelyard/contract'
import { type Column, textTable } from '../../../bench/index.ts'
import { GUESTS, type XenHost } from '../../../e2e/xen-host/lib/xen-host.ts'
import { addGuests } from '../../recordings/lab-host.ts'
import { cpuShare, readCpuUsage, SHOW_CPU_USAGE } from '../cpu-usage.ts'
import type { Experiment } from '../experiment.ts'
import { CREDIT, type Laboratory, openLaboratory } from '../laboratory.ts'
import { untilRecorded } from '../record-load.ts'

const SIZES = [3, 6]
const SECONDS = 60
const SPARE_SECONDS = 15

/** CPU seconds per second of Domain-0 on a host without any load. */
export interface CollectionCost {
  guests: number
  idle: number
  recording: number
}

/** Section 4.4: what it costs the host to be recorded, with more and more guests. */
export const collection: Experiment = async ({ scale, log, keep }) => {
  const seconds = Math.max(10, Math.round(SECONDS * scale))
  log('Booting a Xen host and the product')
  const guests = GUESTS.map((number) => ({ name: `vm${number}`, rounds: 1 }))
  const plan = { scheduler: CREDIT, pCpus: 1, guests, client: 'domain-0' } as const
  const laboratory = await openLaboratory(
    { ...plan, memoryForGuests: SIZES.at(-1)! },
    { logs: false },
  )
  try {
    const costs: CollectionCost[] = []
    let there = GUESTS.length
    for (const size of SIZES) {
      log(`Measuring with ${size} guests`)
      await addGuests(laboratory.host, there, size)
      there = size
      const idle = await domain0Share(laboratory.host, seconds)
      costs.push({ guests: size, idle, recording: await whileRecording(laboratory, seconds) })
      keep(costs)
    }
    return textTable(columns, costs)
  } finally {
    await laboratory.stop()
  }
}

async function whileRecording(laboratory: Laboratory, seconds: number): Promise<number> {
  const { host, product, hostId } = laboratory
  const body = { seconds: seconds + SPARE_SECONDS, guestLogs: false }
  const { job } = await product.call(contract.startRecording, { params: { id: hostId }, body })
  await untilRecorded(laboratory, job, 2)
  const share = await domain0Share(host, seconds)
  const { state, error } = await product.jobEnded(job)
  if (state !== 'succeeded') throw new Error(`The recording failed: ${error?.message}`)
  return share
}

async function domain0Share(host: XenHost, seconds: number): Promise<number> {
  const said = await host.run(`${SHOW_CPU_USAGE}; echo --; sleep ${seconds}; ${SHOW_CPU_USAGE}`)
  const [from, to] = said.split('--\n').map(readCpuUsage)
  return cpuShare('Domain-0', from!, to!)
}

const share = (value: number) => `${(100 * value).toFixed(2)} %`

const columns: Column<CollectionCost>[] = [
  { title: 'guests', text: ({ guests }) => String(guests) },
  { title: 'Domain-0, idle', text: ({ idle }) => share(idle) },
  { title: 'while recorded', text: ({ recording }) => share(recording) },
]
