import type { Detection, Recording } from '@steelyard/traces'
import { syntaxOf } from './detect-with-settings.ts'
import { previewSource } from './preview-source.ts'

/**
 * The log format that the recording declares for a log whose own lines leave something open: the one
 * that understands more of the first lines, if it understands most of them.
 */
export async function recordedFormat(
  detection: Detection,
  recording: Recording | null,
  path: string,
  lines: Buffer,
): Promise<string | null> {
  const isOpen =
    detection.kind === 'unknown' ||
    (detection.kind === 'access-log' && detection.questions.some((q) => q.id === 'duration-unit'))
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
