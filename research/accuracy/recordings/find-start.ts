import { type Alignment, alignCpuToRequests, formatOf, ObservationBuilder } from '@steelyard/traces'
import type { CpuPart, LogPart } from './recording-parts.ts'
import type { RecordingReader } from './recording-reader.ts'

const MAX_WINDOWS = 4000

/**
 * Finds when a CPU trace without a clock began: where its CPU use matches the logged requests best.
 * For exact traces it tries tenths of a second first, as the inspection of an upload does; there
 * the operator confirms the result.
 */
export async function findStart(
  reader: RecordingReader,
  part: CpuPart,
  logs: readonly LogPart[],
): Promise<Alignment> {
  let alignment: Alignment | null = null
  const format = formatOf(part)
  const finest = format.observes === 'cpu' ? format.meter.finestWindowSeconds : 1
  for (const width of finest < 1 ? [finest, 1] : [1]) {
    const requests = builderOf(width)
    for (const { file, spec } of logs) await reader.source(file, spec, requests)
    const cpu = builderOf(width)
    for (const file of part.files) {
      await reader.source(file, part.spec(0), cpu, { relativeTime: true })
    }
    const sides = [cpu.finish(), requests.finish()] as const
    if (sides.some(({ windowSeconds }) => windowSeconds !== width)) continue
    alignment = alignCpuToRequests(sides[0].observations, sides[1].observations)
    if (alignment.kind === 'found') break
  }
  const tooLong = 'The trace and the logs are too long to be aligned by the second.'
  return alignment ?? { kind: 'unknown', reason: tooLong, correlation: 0, runnerUpCorrelation: 0 }
}

function builderOf(windowSeconds: number): ObservationBuilder {
  return new ObservationBuilder({ windowSeconds, maxWindows: MAX_WINDOWS })
}
