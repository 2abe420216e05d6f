import {
  type Answers,
  type FormatDetection,
  NOTHING_ANSWERED,
  type TextDetection,
  type UnknownDetection,
} from './detect/detection.ts'
import { foreignFile } from './detect/foreign-file.ts'
import { headLines, type NumberedLine, notText } from './detect/head-lines.ts'
import { topLevelNames } from './detect/top-level-names.ts'
import { FORMATS, type SourceSpec } from './formats.ts'
import type { MemberInfo } from './members/member.ts'
import { excerpt } from './reading/excerpt.ts'
import { plainHead } from './reading/plain-text.ts'

/** The supported formats, as a list for use in a sentence. */
export const EXPECTED_FORMATS = `${FORMATS.map(({ words }) => words.expected).join(', ')}, recording.json, or the output of xl`
const LOOKED_AT_LINES = 100
const SHOWN_LINES = 5
/**
 * Header lines of `xl list`, `xl sched-credit(2)`, `xl vcpu-list`, `xl cpupool-list`, and lines of
 * `xl info`.
 */
const XL_LINE =
  /^(Name\s+ID\s+(Weight|Mem|VCPU|UUID)\b|Cpupool \S+: (tslice|ratelimit)|Name\s+CPUs\s+Sched|xen_scheduler\s*:)/
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
 * @throws TraceError `bad-format`, `ambiguous-format` or `bad-spec` for answers that cannot be used
 */
export function detectSource(
  member: MemberInfo,
  bytes: Buffer,
  answers: Answers = NOTHING_ANSWERED,
): Detection {
  if (bytes.length === 0) return unknown('The file is empty.', [])
  const foreign = foreignFile(bytes)
  const head = plainHead(bytes)
  const binary = notText(head)
  const lines = binary || foreign ? [] : headLines(head).slice(0, LOOKED_AT_LINES)
  const detected = detectFormat(member, { bytes: binary ? bytes : head, lines }, answers)
  if (detected) return detected
  if (foreign) return unknown(`The file is ${foreign}, neither a log nor a trace.`, [])
  if (binary) return unknown(`The file holds ${binary}.`, [])
  return lines.length === 0
    ? unknown('The file holds blank lines only.', [])
    : unknown('No line has a known form.', lines)
}

function detectFormat(
  member: MemberInfo,
  head: { bytes: Buffer; lines: NumberedLine[] },
  answers: Answers,
): Detection | null {
  const isDeclared = answers.logFormat !== null
  if (!isDeclared) {
    const text = detectJson(head.bytes, head.lines) ?? detectXl(head.lines)
    if (text) return text
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
  return {
    ...unknown('These are JSON lines.', lines),
    expected:
      'access logs as text: log in the common or combined format with %D or $request_time added, or paste the log_format that wrote this JSON',
  }
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
