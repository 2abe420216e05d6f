import { type Detection, type Recording, syntaxOf } from '@steelyard/traces'
import { previewSource } from './preview-source.ts'

/** The recording's entry for one of its logs, by path. Null when it has none. */
export function recordedLog(recording: Recording | null, path: string) {
  return recording?.accessLogs?.find((log) => log.path === path) ?? null
}

/**
 * The log format that the recording declares: for this very log, otherwise for all of them if the
 * log's own lines leave something open. Of two formats it takes the one that understands more of
 * the first lines.
 */
export async function recordedFormat(
  detection: Detection,
  recording: Recording | null,
  path: string,
  lines: Buffer,
): Promise<string | null> {
  const said = recordedLog(recording, path)?.logFormat
  if (said) return said
  const isOpen =
    detection.kind === 'unknown' ||
    (detection.kind === 'access-log' && detection.raised.some((q) => q.id === 'duration-unit'))
  if (!recording || !isOpen) return null
  let best: { format: string; accepted: number } | null = null
  for (const format of [recording.accessLogFormat, recording.accessEpochLogFormat]) {
    if (!format) continue
    const spec = {
      kind: 'access-log' as const,
      syntax: syntaxOf(format),
      format,
      domainBy: { by: 'fixed' as const, domain: 'preview' },
    }
    const { report } = await previewSource(spec, lines, path)
    if (report && report.accepted > (best?.accepted ?? 0)) {
      best = { format, accepted: report.accepted }
    }
  }
  return best?.format ?? null
}
