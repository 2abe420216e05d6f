import type { XenHost } from '../../../e2e/xen-host/lib/xen-host.ts'
import { loginTo } from '../../recordings/lab-host.ts'
import { type CpuUsage, cpuShare, readCpuUsage, SHOW_CPU_USAGE } from '../cpu-usage.ts'
import { client, hogs, MEASURED } from './six-hogs.ts'

/** What the host saw while the measured guest received a TCP stream. */
export interface Streamed {
  /** Payload: 1448 of the 1514 bytes of a full frame. */
  mbitPerSecond: number
  /** CPU seconds per second of each of the six, in order. */
  cpuShares: number[]
}

const PORT = 5001
/** Until TCP has found its rate. */
const WARMUP_SECONDS = 2
const PAYLOAD = 1448 / 1514

/** Sends as much as TCP lets the client until the host stops, and measures on Domain-0. */
export async function sendStream(host: XenHost, seconds: number): Promise<Streamed> {
  const { number, address } = MEASURED
  const inBackground = (login: string, command: string) =>
    host.run(`${login} 'setsid sh -c "${command}" >/dev/null 2>&1 </dev/null &' </dev/null`)
  // Without an open standard input, nc would not go on listening.
  await inBackground(loginTo(number), `sleep 600 | busybox nc -l -p ${PORT} >/dev/null`)
  // A guest that has to wait for its pCPU may take a while to listen.
  const send = `busybox nc ${address} ${PORT} </dev/zero`
  await inBackground(client, `until ${send}; do sleep 0.2; done`)
  const counter = `/sys/class/net/vif$(xl domid ${MEASURED.name}).0/statistics/tx_bytes`
  const show = `cat ${counter}; ${SHOW_CPU_USAGE}`
  const said = await host.run(
    `sleep ${WARMUP_SECONDS}; ${show}; echo --; sleep ${seconds}; ${show}`,
  )
  return streamedBetween(said.split('--\n').map(readCounters) as [Counters, Counters])
}

interface Counters {
  bytes: number
  cpu: CpuUsage
}

function readCounters(said: string): Counters {
  return { bytes: Number.parseInt(said, 10), cpu: readCpuUsage(said) }
}

function streamedBetween([from, to]: [Counters, Counters]): Streamed {
  const seconds = to.cpu.upSeconds - from.cpu.upSeconds
  return {
    mbitPerSecond: ((to.bytes - from.bytes) * PAYLOAD * 8) / 1e6 / seconds,
    cpuShares: hogs.map(({ name }) => cpuShare(name, from.cpu, to.cpu)),
  }
}
