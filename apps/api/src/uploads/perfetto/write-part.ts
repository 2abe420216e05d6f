import { formatCount } from '@steelyard/contract/format'
import {
  eachMember,
  type LeftOutRequests,
  MOST_IN_FLIGHT,
  type PartWithRequests,
  TraceError,
  type TracePart,
  type XentraceSpec,
  xentraceToPerfetto,
} from '@steelyard/traces'
import { readTracedPart, type TracedSources } from '../requests/read-traced-part.ts'
import { MadeFile, type PlaceForFile } from '../room/made-file.ts'
import { asUploadedInThread, type FileForThread } from '../stored-file.ts'

/** Which part of which trace is to be written where. */
export interface PartToWrite {
  place: PlaceForFile
  file: FileForThread
  /** Of the trace in the file. */
  path: string
  spec: XentraceSpec
  part: TracePart
  /** The same part with the logs beside it; else why its requests are left out, if there are any. */
  logs: { sources: TracedSources } | { without: string | null }
}

/**
 * Writes part of a trace for Perfetto, with the requests that its access logs let place in it.
 * Whatever keeps them from being placed, the part can be shown without them, and says so.
 * @returns how much of the trace was read, seconds, and how many bytes were written
 * @throws TraceError as `xentraceToPerfetto`; AppError as `MadeFile` does
 */
export async function writePart({ place, file, path, spec, part, logs }: PartToWrite) {
  const whole = { ...part, ...(await requestsIn(logs)) }
  let readToSeconds = 0
  let bytes = 0
  await MadeFile.at(place, async (made) => {
    const write = (piece: Uint8Array) => made.write(piece)
    await eachMember(asUploadedInThread(file), async (member, content) => {
      if (member.path !== path) return
      readToSeconds = await xentraceToPerfetto(content, spec, whole, write, { path })
    })
    bytes = made.bytes
  })
  return { readToSeconds, bytes }
}

async function requestsIn(
  logs: PartToWrite['logs'],
): Promise<Pick<PartWithRequests, 'requests' | 'leftOut'>> {
  if ('without' in logs) return logs.without === null ? NONE : without(logs.without)
  try {
    const { guests, coarse, crowded } = await readTracedPart(logs.sources)
    const requests = [...guests].map(([domain, its]) => [domain, its.requests] as const)
    return { requests: new Map(requests), leftOut: leftOutOf(coarse, crowded) }
  } catch (error) {
    if (!(error instanceof TraceError)) throw error
    return without(error.message)
  }
}

const NONE = { requests: new Map() }

function without(reason: string) {
  return { ...NONE, leftOut: [{ domain: null, reason }] }
}

function leftOutOf(coarse: ReadonlySet<string>, crowded: ReadonlySet<string>): LeftOutRequests[] {
  const inAll = `the access log has more than ${formatCount(MOST_IN_FLIGHT)} in flight at once`
  return [
    ...[...coarse].map((domain) => ({ domain, reason: 'the access log stamps whole seconds' })),
    ...[...crowded].map((domain) => ({ domain, reason: inAll })),
  ]
}
