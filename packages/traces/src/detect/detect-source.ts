import {
  type DeclaredFormat,
  describeAccessLog,
  detectAccessLog,
} from '../access-log/detect-access-log.ts'
import { detectClientTimes } from '../client-times/detect-client-times.ts'
import type { MemberInfo } from '../members/member.ts'
import { excerpt } from '../reading/excerpt.ts'
import { detectXenmon } from '../xenmon/detect-xenmon.ts'
import { detectXentop } from '../xentop/detect-xentop.ts'
import { detectXentrace } from '../xentrace/detect-xentrace.ts'
import type { Detection, TextDetection, UnknownDetection } from './detection.ts'
import { headLines, type NumberedLine, notText } from './head-lines.ts'

const EXPECTED =
  'a trace of xentrace, a xenmon log (PREFIX-domN.log), the output of xentop -b, an Apache or nginx access log, a CSV of client-measured times, recording.json, or the output of xl'
const LOOKED_AT_LINES = 100
const SHOWN_LINES = 5
/** Header lines of `xl list`, `xl sched-credit(2)`, `xl vcpu-list`, `xl cpupool-list`, and of `xl info`. */
const XL_LINE =
  /^(Name\s+ID\s+(Weight|Mem|VCPU|UUID)\b|Cpupool \S+: (tslice|ratelimit)|Name\s+CPUs\s+Sched|xen_scheduler\s*:)/

/**
 * Says what a member is from its first bytes (64 KiB are plenty), never from its name.
 *
 * @param declared the log format, where the user has pasted one
 * @throws TraceError `bad-format` or `ambiguous-format` for a declared format that cannot be used
 */
export function detectSource(
  member: MemberInfo,
  head: Buffer,
  declared?: DeclaredFormat,
): Detection {
  if (head.length === 0) return unknown('The file is empty.', [])
  const trace = detectXentrace(member, head)
  if (trace) return trace
  const binary = notText(head)
  if (binary) return unknown(`The file holds ${binary}.`, [])
  const lines = headLines(head).slice(0, LOOKED_AT_LINES)
  if (lines.length === 0) return unknown('The file holds blank lines only.', [])
  if (declared) return describeAccessLog(member, lines, declared)
  return (
    detectJson(head, lines) ??
    detectXenmon(member, lines) ??
    detectXentop(lines) ??
    detectXl(lines) ??
    detectClientTimes(member, lines) ??
    detectAccessLog(member, lines) ??
    unknown('No line has a known form.', lines)
  )
}

function detectJson(head: Buffer, lines: NumberedLine[]): Detection | null {
  const start = head.toString('utf8', 0, 64 * 1024).trimStart()
  if (/^\[\s*\{\s*"domid"\s*:/.test(start)) return text('xl-output', lines)
  if (!start.startsWith('{')) return null
  if (/"startEpoch"\s*:/.test(start) && /"phases"\s*:/.test(start)) return text('recording', lines)
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
  return { kind, spec: null, samples, questions: [], warnings: [] }
}

function unknown(reason: string, lines: NumberedLine[]): UnknownDetection {
  return {
    kind: 'unknown',
    reason,
    expected: EXPECTED,
    samples: lines.slice(0, SHOWN_LINES).map((line) => excerpt(line.text)),
  }
}
