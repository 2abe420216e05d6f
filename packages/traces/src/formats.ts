import { ACCESS_LOG } from './access-log/access-log-format.ts'
import { CLIENT_TIMES } from './client-times/client-times-format.ts'
import type { SourceScan, TraceFormat } from './format.ts'
import { LOAD_TEST } from './load-test/load-test-format.ts'
import type { MemberInfo } from './members/member.ts'
import { PROMETHEUS } from './prometheus/prometheus-format.ts'
import { RRD } from './rrd/rrd-format.ts'
import { SAR } from './sar/sar-format.ts'
import { VIRT_TOP } from './virt-top/virt-top-format.ts'
import { VMSTAT } from './vmstat/vmstat-format.ts'
import { XENMON } from './xenmon/xenmon-format.ts'
import { XENTOP } from './xentop/xentop-format.ts'
import { XENTRACE } from './xentrace/xentrace-format.ts'

/** All formats, in the order in which detection tries them. */
const REGISTRY = [
  XENTRACE,
  XENMON,
  XENTOP,
  VIRT_TOP,
  RRD,
  SAR,
  VMSTAT,
  PROMETHEUS,
  LOAD_TEST,
  ACCESS_LOG,
  CLIENT_TIMES,
] as const

export const FORMATS: readonly TraceFormat[] = REGISTRY

type SpecOf<F> = F extends { settle(...args: never[]): infer Spec } ? Spec : never

/** The format of a source and how to read it: plain JSON, exactly as the user confirmed it. */
export type SourceSpec = SpecOf<(typeof REGISTRY)[number]>

/**
 * Undefined for anything that is no trace: the description of a recording, output of xl, unknown
 * content.
 */
export function findFormat(kind: string): TraceFormat | undefined {
  return FORMATS.find((format) => format.kind === kind)
}

/** The format of a source that is known to be a trace. */
export function formatOf({ kind }: { kind: string }): TraceFormat {
  const format = findFormat(kind)
  if (!format) throw new Error(`${kind} is not a trace format.`)
  return format
}

/** The scan of the format that the source begins like. Null when that format needs none. */
export function scanOf(member: MemberInfo, beginning: Buffer): SourceScan | null {
  for (const format of FORMATS) {
    const scan = format.scan?.(member, beginning)
    if (scan) return scan
  }
  return null
}
