import { PbfWriter } from 'pbf'

/** Field numbers of protos/perfetto/trace in Perfetto's source, as far as they are written here. */
const TRACE = { packet: 1 }
const PACKET = { timestamp: 8, sequenceId: 10, trackEvent: 11, trackDescriptor: 60 }
const DESCRIPTOR = { uuid: 1, name: 2, parentUuid: 5, childOrdering: 11, siblingOrderRank: 12 }
const EVENT = { annotation: 4, type: 9, trackUuid: 11, category: 22, name: 23, flowId: 47 }
const ANNOTATION = { double: 5, name: 10 }
const SLICE_BEGIN = 1
const SLICE_END = 2
const EXPLICIT_ORDER = 3
/** One writer, one sequence; any number but 0. */
const SEQUENCE = 1
const NS_PER_SECOND = 1e9

interface Track {
  uuid: number
  name: string
  parent: number | null
  /** Position among its siblings. Null where Perfetto may choose. */
  rank: number | null
}

interface Slice {
  track: number
  name: string
  category: string
  /** Two slices with the same number are connected by an arrow, from the one that begins first. */
  flows: readonly number[]
  /** Shown with it. Null for none. */
  ms: number | null
}

/** Writes slices on tracks as a trace of Perfetto, in any order. */
export class TrackEvents {
  #writer = new PbfWriter()
  readonly #tracks = new Map<string, number>()

  /** What was written since the last call. */
  take(): Uint8Array {
    const bytes = this.#writer.finish()
    this.#writer = new PbfWriter()
    return bytes
  }

  /** Its number; it is described where it is used first. */
  track(name: string, parent: number | null, rank: number | null = null): number {
    const key = `${parent} ${name}`
    const known = this.#tracks.get(key)
    if (known !== undefined) return known
    const uuid = this.#tracks.size + 1
    this.#tracks.set(key, uuid)
    this.#packet((packet) =>
      packet.writeMessage(PACKET.trackDescriptor, writeTrack, { uuid, name, parent, rank }),
    )
    return uuid
  }

  /** @param fromSeconds, toSeconds since the start of the trace, not negative */
  slice(slice: Slice, fromSeconds: number, toSeconds: number): void {
    this.#packet((packet) => {
      packet.writeVarintField(PACKET.timestamp, Math.round(fromSeconds * NS_PER_SECOND))
      packet.writeMessage(PACKET.trackEvent, writeBegin, slice)
    })
    this.#packet((packet) => {
      packet.writeVarintField(PACKET.timestamp, Math.round(toSeconds * NS_PER_SECOND))
      packet.writeMessage(PACKET.trackEvent, writeEnd, slice)
    })
  }

  #packet(write: (packet: PbfWriter) => void): void {
    this.#writer.writeMessage(
      TRACE.packet,
      (_, packet) => {
        packet.writeVarintField(PACKET.sequenceId, SEQUENCE)
        write(packet)
      },
      null,
    )
  }
}

function writeTrack({ uuid, name, parent, rank }: Track, to: PbfWriter): void {
  to.writeVarintField(DESCRIPTOR.uuid, uuid)
  writeText(DESCRIPTOR.name, name, to)
  if (parent !== null) to.writeVarintField(DESCRIPTOR.parentUuid, parent)
  if (parent === null) to.writeVarintField(DESCRIPTOR.childOrdering, EXPLICIT_ORDER)
  if (rank !== null) to.writeVarintField(DESCRIPTOR.siblingOrderRank, rank)
}

function writeBegin({ track, name, category, flows, ms }: Slice, to: PbfWriter): void {
  to.writeVarintField(EVENT.type, SLICE_BEGIN)
  to.writeVarintField(EVENT.trackUuid, track)
  to.writeStringField(EVENT.category, category)
  writeText(EVENT.name, name, to)
  for (const flow of flows) to.writeFixed64Field(EVENT.flowId, flow)
  if (ms !== null) to.writeMessage(EVENT.annotation, writeMs, ms)
}

/** As bytes, because pbf writes characters from U+20000 on as others. */
function writeText(field: number, text: string, to: PbfWriter): void {
  to.writeBytesField(field, Buffer.from(text))
}

function writeMs(ms: number, to: PbfWriter): void {
  to.writeStringField(ANNOTATION.name, 'ms')
  to.writeDoubleField(ANNOTATION.double, ms)
}

function writeEnd({ track }: Slice, to: PbfWriter): void {
  to.writeVarintField(EVENT.type, SLICE_END)
  to.writeVarintField(EVENT.trackUuid, track)
}
