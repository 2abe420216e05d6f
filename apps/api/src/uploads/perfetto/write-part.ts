import {
  eachMember,
  type LoggedRequest,
  TraceError,
  type TracePart,
  type UploadedFile,
  type XentraceSpec,
  xentraceToPerfetto,
} from '@steelyard/traces'
import { readTracedPart, type TracedSources } from '../requests/read-traced-part.ts'
import { MadeFile, type PlaceForFile } from '../room/made-file.ts'

/** Which part of which trace is to be written where. */
export interface PartToWrite {
  place: PlaceForFile
  file: UploadedFile
  /** Of the trace in the file. */
  path: string
  spec: XentraceSpec
  part: TracePart
  /** The same part with the logs beside it; null where its requests are not wanted. */
  traced: TracedSources | null
}

/**
 * Writes part of a trace for Perfetto, with the requests that its access logs let place in it.
 * Whatever keeps them from being placed, the part can be shown without them.
 * @returns how much of the trace was read, seconds, and how many bytes were written
 * @throws TraceError as `xentraceToPerfetto`; AppError as `MadeFile` does
 */
export async function writePart({ place, file, path, spec, part, traced }: PartToWrite) {
  const requests = traced ? await requestsIn(traced) : new Map<string, readonly LoggedRequest[]>()
  let readToSeconds = 0
  let bytes = 0
  await MadeFile.at(place, async (made) => {
    const write = (piece: Uint8Array) => made.write(piece)
    await eachMember(file, async (member, content) => {
      if (member.path !== path) return
      readToSeconds = await xentraceToPerfetto(content, spec, { ...part, requests }, write, {
        path,
      })
    })
    bytes = made.bytes
  })
  return { readToSeconds, bytes }
}

async function requestsIn(traced: TracedSources): Promise<Map<string, readonly LoggedRequest[]>> {
  try {
    const { guests } = await readTracedPart(traced)
    return new Map([...guests].map(([domain, { requests }]) => [domain, requests]))
  } catch (error) {
    if (!(error instanceof TraceError)) throw error
    return new Map()
  }
}
