import { Readable } from 'node:stream'
import {
  formatOf,
  ObservationBuilder,
  readSource,
  type SourceReport,
  type SourceSpec,
  type TimeResolution,
  TraceError,
} from '@steelyard/traces'

export interface Preview {
  /** Null when even the first lines cannot be read with this spec. */
  report: SourceReport | null
  error: TraceError | null
  resolution: TimeResolution | null
  /** The names that the source itself uses, before any is mapped to a domain. */
  found: string[]
}

/**
 * Reads the first (or last) complete lines with the reader that the analysis will use, so that what
 * is shown cannot differ from what will happen.
 */
export async function previewSource(
  spec: SourceSpec,
  lines: Buffer,
  path: string,
): Promise<Preview> {
  const builder = new ObservationBuilder({ windowSeconds: 60 })
  try {
    const format = formatOf(spec)
    const asFound = format.forLook(spec) as SourceSpec
    const relativeTime = format.clock !== 'own'
    const report = await readSource(Readable.from([lines]), asFound, builder, {
      path,
      relativeTime,
    })
    const { observations } = builder.finish()
    const resolution =
      observations.map((o) => (o.requests ?? o.clientRequests)?.interArrival?.resolution)[0] ?? null
    return { report, error: null, resolution, found: report.domains }
  } catch (error) {
    if (!(error instanceof TraceError)) throw error
    return { report: null, error, resolution: null, found: [] }
  }
}

export function upToLastLine(head: Buffer, whole: boolean): Buffer {
  if (whole) return head
  const end = head.lastIndexOf(0x0a)
  return end < 0 ? head : head.subarray(0, end + 1)
}

export function fromFirstLine(tail: Buffer): Buffer {
  return tail.subarray(tail.indexOf(0x0a) + 1)
}
