import type { DomainArrivals, HostFacts, RecordedHost } from '@steelyard/analysis'
import { knownHost, originOf, recordedHostOf } from '@steelyard/analysis'
import {
  nameOf,
  ObservationBuilder,
  type Recording,
  type RequestSink,
  type TimeResolution,
} from '@steelyard/traces'
import { readXlOutput } from '@steelyard/xen'
import { findStart } from './find-start.ts'
import { NumberList } from './number-list.ts'
import type { CpuPart, Parts } from './recording-parts.ts'
import type { RecordingReader } from './recording-reader.ts'
import { windowSecondsFor } from './window-seconds.ts'

export interface ObservedRun {
  host: RecordedHost
  facts: HostFacts
  /** Arrivals as the domains' own servers logged them. */
  arrivals: DomainArrivals[]
  /** Sentences about what was assumed or left out. */
  notes: string[]
}

/**
 * Collects what the product would know of this host: server logs and CPU traces, never clients'
 * times.
 */
export async function observeRun(
  reader: RecordingReader,
  recording: Recording,
  parts: Parts,
): Promise<ObservedRun> {
  const windowSeconds = windowSecondsFor(recording)
  const originEpochSeconds = originOf([recording], windowSeconds)
  const builder = new ObservationBuilder({ windowSeconds, originEpochSeconds })
  const { sink, arrivals } = alsoTimes(builder)
  for (const { file, spec } of parts.logs) await reader.requests(file, spec, sink)
  const notes: string[] = []
  const placed = await firstPlaced(reader, parts, notes)
  if (placed) {
    const spec = placed.part.spec(placed.startEpochSeconds)
    for (const file of placed.part.files) await reader.source(file, spec, builder)
  }
  const set = builder.finish()
  const xl = await Promise.all(
    parts.xl.map(async (path) => ({ path, output: readXlOutput(await reader.text(path)) })),
  )
  const { facts } = knownHost({ recording, xl, host: null })
  return {
    facts,
    host: recordedHostOf(set, [recording], { weights: null, client: null }, facts),
    arrivals: arrivals(),
    notes: [...notes, ...set.notes],
  }
}

/** The most exact CPU trace whose place on the clock is known or can be found. */
async function firstPlaced(
  reader: RecordingReader,
  { cpu, logs }: Parts,
  notes: string[],
): Promise<{ part: CpuPart; startEpochSeconds: number } | null> {
  for (const part of cpu) {
    if (part.startEpochSeconds !== null) {
      return { part, startEpochSeconds: part.startEpochSeconds }
    }
    const alignment = await findStart(reader, part, logs)
    if (alignment.kind === 'found') {
      const by = `correlation ${alignment.correlation.toFixed(2)}`
      notes.push(`The start of ${part.kind} is estimated from the pattern of the load (${by}).`)
      return { part, startEpochSeconds: alignment.startEpochSeconds }
    }
    notes.push(`${part.kind} was left out: its start is not known. ${alignment.reason}`)
  }
  return null
}

/** Keeps single start times as well as the sums of windows, in one pass over the file. */
function alsoTimes(builder: ObservationBuilder) {
  const kept = new Map<string, { times: NumberList; resolution: TimeResolution }>()
  const sink: RequestSink = {
    openRequests(subject, side, resolution) {
      const stream = builder.openRequests(subject, side, resolution)
      const domain = nameOf(subject)
      const { times } = kept.get(domain) ?? { times: new NumberList() }
      kept.set(domain, { times, resolution })
      return {
        add(start, duration, isError, bytes) {
          times.add(start)
          stream.add(start, duration, isError, bytes)
        },
        close: () => stream.close(),
      }
    },
  }
  const arrivals = (): DomainArrivals[] =>
    [...kept].map(([domain, { times, resolution }]) => ({
      domain,
      resolution,
      startEpochSeconds: 0,
      offsetsSeconds: times.sorted(),
    }))
  return { sink, arrivals }
}
