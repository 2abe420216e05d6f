import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { gunzipSync } from 'node:zlib'
import { type Answers, NOTHING_ANSWERED, type Question } from '../detect/detection.ts'
import { detectSource } from '../detect-source.ts'
import { formatOf, type SourceSpec } from '../formats.ts'
import type { ObservationSet } from '../observation.ts'
import { ObservationBuilder } from '../observations/observation-builder.ts'
import { readSource } from '../read-source.ts'
import type { SourceReport } from '../source-report.ts'

const FIXTURES = new URL('../../fixtures/wild/', import.meta.url)
const NOW = new Date('2026-11-21T00:00:00Z')
const HEAD_BYTES = 256 * 1024

/** A fixture, unpacked. */
export async function wild(path: string): Promise<Buffer> {
  return gunzipSync(await readFile(new URL(`${path}.gz`, FIXTURES)))
}

export interface Uploaded {
  /** Those that nobody has answered. */
  questions: Question[]
  warnings: string[]
  suggestedDomain: string | undefined
  set: ObservationSet
  report: SourceReport
}

interface Reading {
  /** The one of a file that names none. */
  domain?: string
  windowSeconds?: number
  /** To read it with, where the answers do not say it. */
  vCpus?: number | null
}

/**
 * What an upload makes of one file: recognised by its beginning, settled with these answers, read.
 * Names of domains in it are kept.
 *
 * @throws TraceError as the reader; Error for what is not recognised
 */
export function readAsUploaded(
  path: string,
  bytes: Buffer,
  answered: Partial<Answers> = {},
  reading: Reading = {},
): Promise<Uploaded> {
  return readFilesAsUploaded(path, [bytes], answered, reading)
}

/** The same of several files of one domain. Questions, warnings and report are those of the last. */
export async function readFilesAsUploaded(
  path: string,
  files: readonly Buffer[],
  answered: Partial<Answers> = {},
  { domain = 'web1', windowSeconds = 60, vCpus = null }: Reading = {},
): Promise<Uploaded> {
  const answers = { ...NOTHING_ANSWERED, ...answered }
  const fileName = path.split('/').at(-1)!
  const builder = new ObservationBuilder({ windowSeconds })
  let last: Omit<Uploaded, 'set'> | null = null
  for (const bytes of files) {
    const detection = detectSource({ path, fileName }, bytes.subarray(0, HEAD_BYTES), answers)
    if (detection.kind === 'unknown') throw new Error(`${detection.reason} ${detection.expected}`)
    if (detection.spec === null) throw new Error(`${path} is ${detection.kind}.`)
    const format = formatOf(detection)
    const said = {
      answers,
      recording: null,
      domains: format.naming.by === 'file' ? [{ found: domain, subject: domain }] : [],
      facts: { modifiedAtEpochSeconds: null, lengthSeconds: null, aligned: null, trace: null },
    }
    const settled = format.settle(detection, said) as SourceSpec
    const spec = vCpus === null ? settled : ({ ...settled, vCpus } as SourceSpec)
    const stream = Readable.from([bytes], { objectMode: false })
    const report = await readSource(stream, spec, builder, { path, now: NOW })
    last = {
      questions: format.questions(detection, said),
      warnings: detection.warnings,
      suggestedDomain: detection.suggestedDomain,
      report,
    }
  }
  return { ...last!, set: builder.finish() }
}

/** Mean CPU use of a domain over the time that was observed, in pCPUs, and that time. */
export function cpuOf({ observations }: ObservationSet, domain: string) {
  const own = observations.flatMap((each) => (each.domain === domain && each.cpu ? [each] : []))
  const seconds = own.reduce((sum, { cpu }) => sum + cpu!.coveredSeconds, 0)
  const used = own.reduce((sum, { cpu }) => sum + cpu!.usedSeconds, 0)
  return { pCpus: used / seconds, seconds, from: own[0]?.windowStartEpochSeconds ?? null }
}

/** Mean CPU time, in pCPUs, for which a domain was ready and did not run. */
export function stealOf({ observations }: ObservationSet, domain: string): number | null {
  const own = observations.flatMap((each) => (each.domain === domain && each.cpu ? [each.cpu] : []))
  const waits = own.map(({ runnableWaitSeconds }) => runnableWaitSeconds)
  if (waits.includes(null)) return null
  const seconds = own.reduce((sum, { coveredSeconds }) => sum + coveredSeconds, 0)
  return waits.reduce((sum: number, wait) => sum + wait!, 0) / seconds
}

/** Requests of a domain, and the mean of their durations. */
export function requestsOf({ observations }: ObservationSet, domain: string) {
  const own = observations.flatMap(({ domain: name, requests }) =>
    name === domain && requests ? [requests] : [],
  )
  const timed = own.reduce((sum, { duration }) => sum + (duration?.count ?? 0), 0)
  const total = own.reduce(
    (sum, { duration }) => sum + (duration ? duration.count * duration.meanSeconds : 0),
    0,
  )
  return {
    requests: own.reduce((sum, { arrivals }) => sum + arrivals, 0),
    timed,
    meanMs: (1000 * total) / timed,
  }
}
