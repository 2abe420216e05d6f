import { PbfReader } from 'pbf'

export interface Packet {
  ns: number
  event: { type: number; track: number; name: string; flows: number[]; ms: number | null } | null
  track: { uuid: number; name: string; parent: number } | null
}

/** Reads the fields by the numbers of Perfetto's published schema. */
export function packetsOf(bytes: Uint8Array): Packet[] {
  const packets: Packet[] = []
  new PbfReader(bytes).readFields((tag, _, pbf) => {
    if (tag !== 1) throw new Error(`unknown field ${tag} of Trace`)
    const packet: Packet = { ns: 0, event: null, track: null }
    packets.push(packet)
    pbf.readMessage((field) => {
      if (field === 8) packet.ns = pbf.readVarint()
      else if (field === 10) pbf.readVarint()
      else if (field === 11) packet.event = eventOf(pbf)
      else if (field === 60) packet.track = trackOf(pbf)
      else throw new Error(`unknown field ${field} of TracePacket`)
    }, null)
  }, null)
  return packets
}

function eventOf(pbf: PbfReader): NonNullable<Packet['event']> {
  const event = { type: 0, track: 0, name: '', flows: [] as number[], ms: null as number | null }
  pbf.readMessage((inner) => {
    if (inner === 4)
      pbf.readMessage((of) => {
        if (of === 5) event.ms = pbf.readDouble()
      }, null)
    if (inner === 9) event.type = pbf.readVarint()
    if (inner === 11) event.track = pbf.readVarint()
    if (inner === 23) event.name = pbf.readString()
    if (inner === 47) event.flows.push(pbf.readFixed64())
  }, null)
  return event
}

function trackOf(pbf: PbfReader): NonNullable<Packet['track']> {
  const track = { uuid: 0, name: '', parent: 0 }
  pbf.readMessage((inner) => {
    if (inner === 1) track.uuid = pbf.readVarint()
    if (inner === 2) track.name = pbf.readString()
    if (inner === 5) track.parent = pbf.readVarint()
  }, null)
  return track
}

export interface DrawnSlice {
  track: string
  /** The track above. */
  under: string
  name: string
  ns: number
  seconds: number
  flows: number[]
  ms: number | null
}

/** The slices, as a viewer would draw them; no two of a track may overlap. */
export function slicesOf(packets: readonly Packet[]): DrawnSlice[] {
  const tracks = new Map(packets.flatMap(({ track }) => (track ? [[track.uuid, track]] : [])))
  const open = new Map<number, DrawnSlice>()
  const slices: DrawnSlice[] = []
  for (const { ns, event } of packets) {
    if (!event) continue
    const { name, parent } = tracks.get(event.track)!
    if (event.type === 1) {
      if (open.has(event.track)) throw new Error(`two slices at once on ${name}`)
      const { flows, ms } = event
      const under = tracks.get(parent)!.name
      open.set(event.track, { track: name, under, name: event.name, ns, seconds: 0, flows, ms })
    } else {
      const begun = open.get(event.track)!
      open.delete(event.track)
      slices.push({ ...begun, seconds: (ns - begun.ns) / 1e9 })
    }
  }
  if (open.size > 0) throw new Error('a slice without an end')
  return slices
}
