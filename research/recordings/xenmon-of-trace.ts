import { createReadStream } from 'node:fs'
import { type CpuStats, ObservationBuilder, readSource } from '@steelyard/traces'

export interface TraceFile {
  path: string
  /** Host time of the first record. */
  startEpochSeconds: number
  tscHz: number
  domains: readonly { name: string; id: number }[]
}

export interface XenmonLogs {
  /** Host time of `passed` = 0. */
  startEpochSeconds: number
  /** Text of each log by domain. */
  textOf: ReadonlyMap<string, string>
}

const HEADER =
  '# passed cpu dom cpu(tot) cpu(%) cpu/ex allocated/ex blocked(tot) blocked(%) blocked/io waited(tot) waited(%) waited/ex ex/s io(tot) io/ex'
/** The time slice of the credit scheduler in nanoseconds, a constant column that no reader uses. */
const SLICE_NS = 30e6

/**
 * The CPU use of each domain in each whole second of a trace, in the format of xenmon's logs. This
 * is what a fault-free xenmon would have logged, in a hundredth of the trace's size.
 */
export async function xenmonOfTrace(trace: TraceFile): Promise<XenmonLogs> {
  const { path, startEpochSeconds, tscHz, domains } = trace
  const builder = new ObservationBuilder({ windowSeconds: 1 })
  const domainNames = Object.fromEntries(domains.map(({ id, name }) => [id, name]))
  const now = new Date((startEpochSeconds + 86_400) * 1000)
  await readSource(
    createReadStream(path),
    { kind: 'xentrace', startEpochSeconds, tscHz, domainNames },
    builder,
    { path, now },
  )
  const { observations } = builder.finish()
  // The second in which the trace begins has no row. Readers would otherwise mistake the first row
  // for xenmon's own first row, which is garbage.
  const start = Math.floor(startEpochSeconds)
  const textOf = new Map<string, string>()
  for (const { id, name } of domains) {
    const rows = observations
      .filter(({ domain, cpu }) => domain === name && cpu && cpu.coveredSeconds > 0.999)
      .map(({ windowStartEpochSeconds, cpu }) => row(id, windowStartEpochSeconds + 1 - start, cpu!))
    textOf.set(name, `${[HEADER, ...rows].join('\n')}\n`)
  }
  return { startEpochSeconds: start, textOf }
}

function row(id: number, passedSeconds: number, cpu: CpuStats): string {
  const dispatches = cpu.dispatches ?? 0
  const each = (total: number) => (dispatches > 0 ? total / dispatches : 0)
  const used = cpu.usedSeconds * 1e9
  const blocked = (cpu.blockedSeconds ?? 0) * 1e9
  const waited = (cpu.runnableWaitSeconds ?? 0) * 1e9
  const columns = [
    used,
    used / 1e7,
    each(used),
    SLICE_NS,
    blocked,
    blocked / 1e7,
    0,
    waited,
    waited / 1e7,
    each(waited),
    dispatches,
    0,
    0,
  ]
  const figures = columns.map((column) => column.toFixed(3)).join(' ')
  return `${(passedSeconds * 1000).toFixed(3)} 0 ${id} ${figures}`
}
