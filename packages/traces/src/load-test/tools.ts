import { jsonObjectOf, valueAt } from '../reading/json-object.ts'
import { readStamp } from '../reading/stamp.ts'
import type { Rejection } from '../reading/tally.ts'
import { cellsOf } from './cells.ts'
import type { LoadTestTool } from './load-test-spec.ts'

/** One request as the tool wrote it. */
export interface ToolRequest {
  /** By the clock on the wall as if it were UTC's where `isLocal`; since the start for `offset`. */
  startSeconds: number
  isLocal?: boolean
  /** NaN for a request without an answer. */
  durationSeconds: number
  failed: boolean
}

export type ReadSent = (line: string) => ToolRequest | Rejection | null

interface Tool {
  title: string
  /** Stamps are offsets from the start of the run, which the file does not say. */
  hasOffsetsOnly?: boolean
  /** The file is not in the order of time. */
  isSorted?: boolean
  resolution: 'second' | 'millisecond' | 'microsecond'
  /**
   * Recognises its first lines.
   * @returns how many of them are headings, or null
   */
  headings(lines: readonly string[]): number | null
  /** @param heading the last of the headings; empty without one. Null for a line of something else. */
  reader(heading: string): ReadSent
}

const SERVER_ERROR = 500
const NOT_A_ROW: Rejection = { reason: 'not a row of this tool', expected: 'as its heading says' }
const NO_TIME: Rejection = { reason: 'no time', expected: 'a time' }
const NO_DURATION: Rejection = { reason: 'no duration', expected: 'a duration' }

/** Seconds since the epoch of a whole number in the unit that its size shows, or of a date. */
function momentOf(text: string): { seconds: number; isLocal: boolean } | null {
  if (/^\d{9,19}(?:\.\d{1,9})?$/.test(text)) {
    const whole = text.split('.')[0]!.length
    // Between 2001 and 2286, seconds have 10 digits, and the finer units 13, 16 and 19.
    const scale = whole <= 11 ? 1 : whole <= 14 ? 1e3 : whole <= 17 ? 1e6 : 1e9
    return { seconds: Number(text) / scale, isLocal: false }
  }
  // JMeter takes the pattern from its user, so a blank may stand for the T.
  const stamp = readStamp(text)
  return stamp?.form === 'whole' ? { seconds: stamp.seconds, isLocal: stamp.isLocal } : null
}

/** Columns by name. Null for a row of another length. */
function byName(
  heading: string,
  separator: string,
): (line: string) => Map<string, string> | Rejection {
  const read = cellsOf(heading, separator)
  const names = 'reason' in read ? [] : read.map((name) => name.trim())
  return (line) => {
    const cells = cellsOf(line, separator)
    if ('reason' in cells) return cells
    if (cells.length !== names.length)
      return { ...NOT_A_ROW, reason: `${cells.length} values instead of ${names.length}` }
    return new Map(names.map((name, i) => [name, cells[i]!]))
  }
}

function numberOf(text: string | undefined): number {
  return text === undefined || text.trim() === '' ? Number.NaN : Number(text)
}

/**
 * The value of `http_req_duration` is in milliseconds, and k6 stamps it when the request has ended
 * (output/csv and output/json of k6).
 */
const K6_METRIC = 'http_req_duration'

const K6_CSV: Tool = {
  title: 'k6 (CSV)',
  resolution: 'millisecond',
  headings: ([first = '']) => (/^metric_name,timestamp,metric_value,/.test(first) ? 1 : null),
  reader(heading) {
    const read = byName(heading, ',')
    return (line) => {
      if (!line.startsWith(`${K6_METRIC},`)) return null
      const row = read(line)
      if ('reason' in row) return row
      return k6Sent(
        row.get('timestamp') ?? '',
        numberOf(row.get('metric_value')),
        row.get('status') ?? '',
        row.get('error') ?? row.get('error_code') ?? '',
      )
    }
  },
}

const K6_JSON: Tool = {
  title: 'k6 (JSON lines)',
  resolution: 'microsecond',
  headings: (lines) =>
    lines.slice(0, 20).some((line) => {
      const { metric, type, data } = jsonObjectOf(line) ?? {}
      return typeof metric === 'string' && (type === 'Metric' || type === 'Point') && Boolean(data)
    })
      ? 0
      : null,
  reader: () => (line) => {
    if (!line.includes(`"${K6_METRIC}"`)) return null
    const object = jsonObjectOf(line)
    if (!object) return NOT_A_ROW
    if (object.metric !== K6_METRIC || object.type !== 'Point') return null
    const text = (...path: string[]) => String(valueAt(object, path) ?? '')
    return k6Sent(
      text('data', 'time'),
      Number(valueAt(object, ['data', 'value'])),
      text('data', 'tags', 'status'),
      text('data', 'tags', 'error') || text('data', 'tags', 'error_code'),
    )
  },
}

function k6Sent(time: string, ms: number, status: string, error: string): ToolRequest | Rejection {
  const end = momentOf(time)
  if (!end) return NO_TIME
  if (!(ms >= 0)) return NO_DURATION
  // Errors from 1400 on are statuses; below, there was no answer.
  const hasAnswer = Number(status) > 0
  return {
    startSeconds: end.seconds - ms / 1000,
    isLocal: end.isLocal,
    durationSeconds: hasAnswer ? ms / 1000 : Number.NaN,
    failed: !hasAnswer || Number(status) >= SERVER_ERROR || (error !== '' && Number(status) < 400),
  }
}

/** hey writes seconds, and when it sent each request since the run began (requester/print.go). */
const HEY: Tool = {
  title: 'hey (CSV)',
  hasOffsetsOnly: true,
  isSorted: true,
  resolution: 'millisecond',
  headings: ([first = '']) =>
    /^response-time,DNS\+dialup,.*\bstatus-code,offset\b/.test(first) ? 1 : null,
  reader(heading) {
    const read = byName(heading, ',')
    return (line) => {
      const row = read(line)
      if ('reason' in row) return row
      const [start, duration] = [numberOf(row.get('offset')), numberOf(row.get('response-time'))]
      if (!(start >= 0)) return NO_TIME
      if (!(duration >= 0)) return NO_DURATION
      const failed = Number(row.get('status-code')) >= SERVER_ERROR
      return { startSeconds: start, durationSeconds: duration, failed }
    }
  },
}

/** Nanoseconds of both, without a heading: time, status, latency, bytes, error, ... (lib/results.go). */
const VEGETA_CSV: Tool = {
  title: 'vegeta (CSV)',
  resolution: 'microsecond',
  headings: (lines) =>
    lines.length > 0 && lines.slice(0, 3).every((line) => /^\d{19},\d{1,3},\d+,\d+,\d+,/.test(line))
      ? 0
      : null,
  reader: () => (line) => {
    const cells = cellsOf(line, ',')
    if ('reason' in cells) return cells
    return vegetaSent(momentOf(cells[0] ?? ''), numberOf(cells[2]), numberOf(cells[1]))
  },
}

const VEGETA_JSON: Tool = {
  title: 'vegeta (JSON lines)',
  resolution: 'microsecond',
  headings: (lines) => {
    const first = jsonObjectOf(lines[0] ?? '')
    return first && 'attack' in first && 'seq' in first && 'latency' in first && 'bytes_in' in first
      ? 0
      : null
  },
  reader: () => (line) => {
    const object = jsonObjectOf(line)
    if (!object) return NOT_A_ROW
    return vegetaSent(
      momentOf(String(object.timestamp)),
      Number(object.latency),
      Number(object.code),
    )
  },
}

function vegetaSent(
  start: ReturnType<typeof momentOf>,
  ns: number,
  code: number,
): ToolRequest | Rejection {
  if (!start) return NO_TIME
  if (!(ns >= 0)) return NO_DURATION
  return {
    startSeconds: start.seconds,
    durationSeconds: code > 0 ? ns / 1e9 : Number.NaN,
    failed: !(code > 0) || code >= SERVER_ERROR,
  }
}

/** Milliseconds in the order of `ttime`, with the second of each start (output_results in ab.c). */
const AB: Tool = {
  title: 'ApacheBench (ab -g)',
  isSorted: true,
  resolution: 'second',
  headings: ([first = '']) =>
    /^starttime\tseconds\tctime\tdtime\tttime\twait/.test(first) ? 1 : null,
  reader(heading) {
    const read = byName(heading, '\t')
    return (line) => {
      const row = read(line)
      if ('reason' in row) return row
      const [start, ms] = [numberOf(row.get('seconds')), numberOf(row.get('ttime'))]
      if (!(start > 0)) return NO_TIME
      if (!(ms >= 0)) return NO_DURATION
      return { startSeconds: start, durationSeconds: ms / 1000, failed: false }
    }
  },
}

/** Milliseconds and a status, or words where there was no answer (SaveService of JMeter). */
const JMETER: Tool = {
  title: 'JMeter (JTL)',
  resolution: 'millisecond',
  headings: ([first = '']) => {
    const names = first.split(/[,;\t]/).map((name) => name.trim())
    return names[0] === 'timeStamp' && names[1] === 'elapsed' && isOfJmeter(names) ? 1 : null
  },
  reader(heading) {
    const read = byName(heading, /[,;\t]/.exec(heading)?.[0] ?? ',')
    return (line) => {
      const row = read(line)
      if ('reason' in row) return row
      const start = momentOf((row.get('timeStamp') ?? '').trim())
      const ms = numberOf(row.get('elapsed'))
      if (!start) return NO_TIME
      if (!(ms >= 0)) return NO_DURATION
      const code = row.get('responseCode') ?? ''
      const hasNoAnswer = /^Non HTTP/i.test(code)
      return {
        startSeconds: start.seconds,
        isLocal: start.isLocal,
        durationSeconds: hasNoAnswer ? Number.NaN : ms / 1000,
        failed: hasNoAnswer || Number(code) >= SERVER_ERROR,
      }
    }
  },
}

function isOfJmeter(names: readonly string[]): boolean {
  return names.includes('label') && (names.includes('success') || names.includes('responseCode'))
}

export const TOOLS: Readonly<Record<LoadTestTool, Tool>> = {
  'k6-csv': K6_CSV,
  'k6-json': K6_JSON,
  hey: HEY,
  'vegeta-csv': VEGETA_CSV,
  'vegeta-json': VEGETA_JSON,
  ab: AB,
  jmeter: JMETER,
}

/** What tools print of a whole run, without single requests, and how to get those. */
export const SUMMARIES: readonly { form: RegExp; reason: string }[] = [
  {
    form: /^Running \S+ test @ http/m,
    reason:
      'This is the summary of wrk or wrk2, which write no times of single requests. Use a tool that does, such as `hey -o csv`, `vegeta encode --to csv` or `k6 run --out csv=FILE`.',
  },
  {
    form: /<testResults version=/,
    reason:
      'This is a JTL of JMeter in XML. `jmeter -Jjmeter.save.saveservice.output_format=csv` writes it as CSV: upload that.',
  },
  {
    form: /^This is ApacheBench, Version/m,
    reason:
      'This is the summary of ApacheBench, without single requests. `ab -g FILE` writes them: upload that file.',
  },
  {
    form: /^Summary:\r?\n\s+Total:\s+[\d.]+ secs/m,
    reason:
      'This is the summary of hey, without single requests. `hey -o csv` writes them: upload that output.',
  },
  {
    form: /^Requests\s+\[total, rate, throughput\]/m,
    reason:
      'This is a report of vegeta, without single requests. `vegeta encode --to csv` writes them: upload that output.',
  },
]
