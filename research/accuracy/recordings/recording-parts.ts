import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { DOMAIN_0 } from '@steelyard/analysis'
import { type AccessLogSpec, nameOf, type Recording, type SourceSpec } from '@steelyard/traces'

type CpuKind = 'xentrace' | 'xenmon' | 'xentop'

export interface LogPart {
  file: string
  spec: AccessLogSpec
}

/** A CPU trace. Where its start is null, it is unknown and must be inferred from the load. */
export interface CpuPart {
  kind: CpuKind
  files: string[]
  startEpochSeconds: number | null
  /** @param start host time of the trace's zero */
  spec(start: number): SourceSpec
}

/** The files of a recording by purpose. */
export interface Parts {
  logs: LogPart[]
  /** CPU traces, ordered from most to least exact. */
  cpu: CpuPart[]
  clients: { domain: string; file: string }[]
  xl: string[]
  /** Sentences that name the expected files that this recording lacks. */
  missing: string[]
}

/** Defaults of the layout of recordings for properties that recording.json omits. */
const FORMATS = {
  'access-epoch': '%{%s}t.%{usec_frac}t %D %>s %U',
  access: '%h %l %u %t "%r" %>s %b %D',
} as const

export async function recordingParts(directory: string, recording: Recording): Promise<Parts> {
  const files = await filesBelow(directory)
  const find = (name: string) => [name, `${name}.gz`].find((each) => files.has(each)) ?? null
  const guests = recording.domains.map(({ name }) => name).filter((name) => name !== DOMAIN_0)
  const logs = recording.accessLogs ? declaredLogs(recording, find) : laidOutLogs(recording, find)
  const clients = guests.flatMap((domain) => {
    const file = find(`client/${domain}.csv`)
    return file ? [{ domain, file }] : []
  })
  const cpu = cpuParts(recording, files, find)
  const without = (kind: string, known: readonly string[]) =>
    guests.filter((guest) => !known.includes(guest)).map((guest) => `${kind} of ${guest}`)
  const missing = [
    ...without('no access log', logs.map(loggedDomain)),
    ...without(
      'no client times',
      clients.map(({ domain }) => domain),
    ),
    ...(cpu.length === 0 ? ['no CPU trace (xentrace, xenmon or xentop)'] : []),
  ]
  return {
    logs,
    cpu,
    clients,
    missing,
    xl: ['xl-before.txt', 'xl-after.txt'].flatMap((name) => find(name) ?? []),
  }
}

function loggedDomain({ spec: { domainBy } }: LogPart): string {
  return domainBy.by === 'fixed' ? nameOf(domainBy.domain) : ''
}

type Find = (name: string) => string | null

function declaredLogs({ accessLogs, accessLogFormat }: Recording, find: Find): LogPart[] {
  return (accessLogs ?? []).flatMap(({ path: name, domain, logFormat }) => {
    const file = find(name)
    const format = logFormat ?? accessLogFormat ?? FORMATS.access
    return file ? [{ file, spec: logSpec(format, domain) }] : []
  })
}

/** Picks the log with the finer timestamps when two logs hold the same requests. */
function laidOutLogs(recording: Recording, find: Find): LogPart[] {
  return recording.domains.flatMap(({ name }) => {
    for (const folder of ['access-epoch', 'access'] as const) {
      const file = find(`${folder}/${name}.log`)
      const said = folder === 'access' ? recording.accessLogFormat : recording.accessEpochLogFormat
      if (file) return [{ file, spec: logSpec(said ?? FORMATS[folder], name) }]
    }
    return []
  })
}

function logSpec(format: string, domain: string): AccessLogSpec {
  return { kind: 'access-log', syntax: 'apache', format, domainBy: { by: 'fixed', domain } }
}

function cpuParts(recording: Recording, files: ReadonlySet<string>, find: Find): CpuPart[] {
  const domainNames = Object.fromEntries(recording.domains.map(({ id, name }) => [id, name]))
  const { tscHz, xentop } = recording
  const parts: CpuPart[] = []
  const trace = find('xentrace.bin')
  if (trace && tscHz !== null)
    parts.push({
      kind: 'xentrace',
      files: [trace],
      startEpochSeconds: recording.xentraceStartEpochHostSeconds,
      spec: (start) => ({ kind: 'xentrace', startEpochSeconds: start, tscHz, domainNames }),
    })
  const monitor = [...files].filter((name) => /^xenmon\/.*\.log(\.gz)?$/.test(name)).sort()
  if (monitor.length > 0)
    parts.push({
      kind: 'xenmon',
      files: monitor,
      startEpochSeconds: recording.xenmonStartEpochHostSeconds,
      spec: (start) => ({ kind: 'xenmon', startEpochSeconds: start, domainNames }),
    })
  const top = find('xentop.log')
  if (top)
    parts.push({
      kind: 'xentop',
      files: [top],
      startEpochSeconds: xentop?.startEpochHostSeconds ?? null,
      spec: (start) => ({
        kind: 'xentop',
        startEpochSeconds: start,
        // Recordings in this layout sample every second (xentop -d 1).
        intervalSeconds: xentop?.intervalSeconds ?? 1,
      }),
    })
  return parts
}

async function filesBelow(directory: string): Promise<Set<string>> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  return new Set(
    files.map(({ parentPath, name }) =>
      path.relative(directory, path.join(parentPath, name)).split(path.sep).join('/'),
    ),
  )
}
