import { piecesOfLog } from './access-log/infer-format.ts'
import {
  type Answers,
  type FormatDetection,
  type Head,
  NOTHING_ANSWERED,
  type TextDetection,
  type UnknownDetection,
} from './detect/detection.ts'
import { errorLog } from './detect/error-log.ts'
import { foreignFile } from './detect/foreign-file.ts'
import { headLines, type NumberedLine, notText } from './detect/head-lines.ts'
import { otherTool } from './detect/other-tools.ts'
import { topLevelNames } from './detect/top-level-names.ts'
import { FORMATS, type SourceSpec } from './formats.ts'
import type { MemberInfo } from './members/member.ts'
import { excerpt } from './reading/excerpt.ts'
import { plainHead } from './reading/plain-text.ts'

/** The supported formats, as a list for use in a sentence. */
export const EXPECTED_FORMATS = `${FORMATS.map(({ words }) => words.expected).join(', ')}, recording.json, or the output of xl`
const LOOKED_AT_LINES = 100
const LATER_LINES = 50
const SHOWN_LINES = 5
/**
 * Header lines of `xl list`, `xl sched-credit(2)`, `xl vcpu-list`, `xl cpupool-list`, and lines of
 * `xl info`; the first line of each record of `xe`.
 */
const XL_LINE =
  /^(Name\s+ID\s+(Weight|Mem|VCPU|UUID)\b|Cpupool \S+: (tslice|ratelimit)|Name\s+CPUs\s+Sched|xen_scheduler\s*:|uuid \( ?RO\)\s*: [0-9a-f]{8}-)/
/**
 * Properties of `recording.json` that are in no line of a log. One is enough: a file that lacks what
 * it needs is refused by name, while as JSON lines it would be asked about.
 */
const RECORDING_NAMES: ReadonlySet<string> = new Set([
  'startEpoch',
  'domains',
  'phases',
  'weightChanges',
  'hostMinusClientSeconds',
  'xenmonStartEpochHost',
  'xentraceStartEpochHost',
  'xentopStartEpochHost',
  'accessLogFormat',
  'accessEpochLogFormat',
  'accessLogs',
])

/**
 * Identifies a member by its first bytes (64 KiB are plenty), never by its name.
 *
 * @param answers the operator's answers: with a log format, the member matches that format or
 *   nothing
 * @param end its last bytes, where it is longer than the first ones: a format may have changed
 * @throws TraceError `bad-format`, `ambiguous-format` or `bad-spec` for answers that cannot be used
 */
export function detectSource(
  member: MemberInfo,
  bytes: Buffer,
  answers: Answers = NOTHING_ANSWERED,
  end: Buffer = Buffer.alloc(0),
): Detection {
  if (bytes.length === 0) return unknown('The file is empty.', [])
  const foreign = foreignFile(bytes)
  const head = plainHead(bytes)
  const binary = notText(head)
  const all = binary || foreign ? [] : headLines(head)
  const lines = all.slice(0, LOOKED_AT_LINES)
  const laterLines = [
    ...everySo(all.slice(LOOKED_AT_LINES), LATER_LINES),
    // The first one may be half a line.
    ...headLines(lines.length > 0 ? end : Buffer.alloc(0))
      .slice(1)
      .slice(-LATER_LINES),
  ]
  const detected = detectFormat(
    member,
    { bytes: binary ? bytes : head, lines, laterLines },
    answers,
  )
  if (detected) return detected
  if (foreign) return unknown(`The file is ${foreign}, neither a log nor a trace.`, [])
  if (binary) return unknown(`The file holds ${binary}.`, [])
  return lines.length === 0
    ? unknown('The file holds blank lines only.', [])
    : (otherTool(lines) ?? nearlyALog(lines) ?? unknown('No line has a known form.', lines))
}

/** Lines with times that are no known log: how the first one is divided, for whoever knows it. */
function nearlyALog(lines: NumberedLine[]): UnknownDetection | null {
  const isJson = lines[0]!.text.startsWith('{')
  const split = piecesOfLog(lines)
  if (!isJson && !split) return null
  const shown = split
    ? ` Its first line splits into ${split.map((each) => excerpt(each)).join(' | ')}.`
    : ''
  return {
    ...unknown(
      isJson
        ? 'These are JSON lines, but no request is found in them: its time, with its status or method.'
        : `This looks like a log, but not of requests.${shown}`,
      lines,
    ),
    isLog: true,
    expected: isJson
      ? 'JSON lines with a time, a status and a duration, such as nginx and Caddy write them'
      : 'a time, a request or a status, and a duration on each line; if it is an access log, paste its LogFormat or log_format',
  }
}

/** So many lines, at equal distances up to the last one. */
function everySo(lines: NumberedLine[], count: number): NumberedLine[] {
  const step = Math.max(1, Math.ceil(lines.length / count))
  return lines.filter((_, i) => (lines.length - 1 - i) % step === 0)
}

function detectFormat(member: MemberInfo, head: Head, answers: Answers): Detection | null {
  const isDeclared = answers.logFormat !== null
  if (!isDeclared) {
    const text = detectJson(head.bytes, head.lines) ?? detectXl(head.lines)
    if (text) return text
    const errors = errorLog(head.lines)
    if (errors) return errors
  }
  for (const format of FORMATS) {
    if (isDeclared && head.lines.length > 0 && !format.settings.includes('logFormat')) continue
    const detection = format.detect(member, head, answers)
    if (detection) return detection as FormatDetection<SourceSpec> | UnknownDetection
  }
  return null
}

function detectJson(bytes: Buffer, lines: NumberedLine[]): Detection | null {
  if (lines.length === 0) return null
  // This also removes a byte order mark.
  const start = bytes.toString('utf8').trimStart()
  if (/^\[\s*\{\s*"domid"\s*:/.test(start)) return text('xl-output', lines)
  if (!start.startsWith('{')) return null
  if (topLevelNames(start)?.some((name) => RECORDING_NAMES.has(name))) {
    return text('recording', lines)
  }
  return null
}

function detectXl(lines: NumberedLine[]): Detection | null {
  return lines.slice(0, 40).some((line) => XL_LINE.test(line.text))
    ? text('xl-output', lines)
    : null
}

function text(kind: TextDetection['kind'], lines: NumberedLine[]): TextDetection {
  const samples = lines
    .slice(0, SHOWN_LINES)
    .map((line) => ({ line: line.line, raw: excerpt(line.text), fields: [] }))
  return { kind, spec: null, samples, warnings: [] }
}

function unknown(reason: string, lines: NumberedLine[]): UnknownDetection {
  return {
    kind: 'unknown',
    reason,
    expected: EXPECTED_FORMATS,
    samples: lines.slice(0, SHOWN_LINES).map((line) => excerpt(line.text)),
  }
}

export type ReadableDetection = FormatDetection<SourceSpec>

export type Detection = ReadableDetection | TextDetection | UnknownDetection
