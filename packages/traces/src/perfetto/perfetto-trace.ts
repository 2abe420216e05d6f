import { PbfWriter } from 'pbf'
import type { StateSpan } from '../xentrace/v-cpu-states.ts'

/** Field numbers of protos/perfetto/trace in Perfetto's source, as far as they are written here. */
const TRACE = { packet: 1 }
const PACKET = { timestamp: 8, sequenceId: 10, trackEvent: 11, trackDescriptor: 60 }
const DESCRIPTOR = { uuid: 1, name: 2, parentUuid: 5, childOrdering: 11, siblingOrderRank: 12 }
const EVENT = { type: 9, trackUuid: 11, category: 22, name: 23 }
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
}

/**
 * Writes how vCPUs shared the pCPUs as a trace that Perfetto opens: a track for each pCPU with the
 * vCPUs that it ran, and one for each vCPU with the times in which it ran and in which it waited for
 * a pCPU; in between it was blocked. Times are nanoseconds since the start of the trace.
 */
export class PerfettoTrace {
  #writer = new PbfWriter()
  readonly #tracks = new Map<string, number>()

  add({ domain, vCpu, state, pCpu, fromSeconds, toSeconds }: StateSpan): void {
    if (state !== 'running' && state !== 'runnable') return
    const name = `${domain} vCPU ${vCpu}`
    const from = Math.round(fromSeconds * NS_PER_SECOND)
    const to = Math.round(toSeconds * NS_PER_SECOND)
    const own = this.#track(name, this.#track(domain, null), vCpu)
    const words = state === 'running' ? 'runs' : 'waits for a pCPU'
    this.#slice({ track: own, name: words, category: state }, from, to)
    if (pCpu === null) return
    const track = this.#track(`pCPU ${pCpu}`, this.#track('pCPUs', null), pCpu)
    this.#slice({ track, name, category: state }, from, to)
  }

  /** What was written since the last call. */
  take(): Uint8Array {
    const bytes = this.#writer.finish()
    this.#writer = new PbfWriter()
    return bytes
  }

  /** Its number; it is described where it is used first. */
  #track(name: string, parent: number | null, rank: number | null = null): number {
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

  #slice(slice: Slice, from: number, to: number): void {
    this.#packet((packet) => {
      packet.writeVarintField(PACKET.timestamp, from)
      packet.writeMessage(PACKET.trackEvent, writeBegin, slice)
    })
    this.#packet((packet) => {
      packet.writeVarintField(PACKET.timestamp, to)
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
  to.writeStringField(DESCRIPTOR.name, name)
  if (parent !== null) to.writeVarintField(DESCRIPTOR.parentUuid, parent)
  if (parent === null) to.writeVarintField(DESCRIPTOR.childOrdering, EXPLICIT_ORDER)
  if (rank !== null) to.writeVarintField(DESCRIPTOR.siblingOrderRank, rank)
}

function writeBegin({ track, name, category }: Slice, to: PbfWriter): void {
  to.writeVarintField(EVENT.type, SLICE_BEGIN)
  to.writeVarintField(EVENT.trackUuid, track)
  to.writeStringField(EVENT.category, category)
  to.writeStringField(EVENT.name, name)
}

function writeEnd({ track }: Slice, to: PbfWriter): void {
  to.writeVarintField(EVENT.type, SLICE_END)
  to.writeVarintField(EVENT.trackUuid, track)
}
