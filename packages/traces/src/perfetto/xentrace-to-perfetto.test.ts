import { Readable } from 'node:stream'
import fc from 'fast-check'
import { PbfReader } from 'pbf'
import { describe, expect, test } from 'vitest'
import { encodeTrace } from '../xentrace/encode-trace.fixture.ts'
import { expectedTotals, HZ, nameOf, schedules } from '../xentrace/random-schedule.fixture.ts'
import type { TracePart } from '../xentrace/read-schedule.ts'
import { IDLE_DOMAIN, RUNNABLE, RUNNING } from '../xentrace/trace-events.ts'
import { xentraceToPerfetto } from './xentrace-to-perfetto.ts'

const SPEC = { kind: 'xentrace', startEpochSeconds: 1_790_000_000, tscHz: HZ } as const
const ALL: TracePart = { fromSeconds: 0, toSeconds: 1e6 }

interface Packet {
  ns: number
  event: { type: number; track: number; name: string } | null
  track: { uuid: number; name: string; parent: number } | null
}

/** Reads the fields by the numbers of Perfetto's published schema. */
function packetsOf(bytes: Uint8Array): Packet[] {
  const packets: Packet[] = []
  new PbfReader(bytes).readFields((tag, _, pbf) => {
    if (tag !== 1) throw new Error(`unknown field ${tag} of Trace`)
    const packet: Packet = { ns: 0, event: null, track: null }
    packets.push(packet)
    pbf.readMessage((field) => {
      if (field === 8) packet.ns = pbf.readVarint()
      else if (field === 10) expect(pbf.readVarint()).toBe(1)
      else if (field === 11) {
        const event = { type: 0, track: 0, name: '' }
        pbf.readMessage((inner) => {
          if (inner === 9) event.type = pbf.readVarint()
          if (inner === 11) event.track = pbf.readVarint()
          if (inner === 23) event.name = pbf.readString()
        }, null)
        packet.event = event
      } else if (field === 60) {
        const track = { uuid: 0, name: '', parent: 0 }
        pbf.readMessage((inner) => {
          if (inner === 1) track.uuid = pbf.readVarint()
          if (inner === 2) track.name = pbf.readString()
          if (inner === 5) track.parent = pbf.readVarint()
        }, null)
        packet.track = track
      } else throw new Error(`unknown field ${field} of TracePacket`)
    }, null)
  }, null)
  return packets
}

interface Drawn {
  track: string
  name: string
  seconds: number
}

/** The slices by track, as a viewer would draw them. */
function slicesOf(packets: readonly Packet[]): Drawn[] {
  const names = new Map(packets.flatMap(({ track }) => (track ? [[track.uuid, track.name]] : [])))
  const open = new Map<number, { ns: number; name: string }>()
  const slices: Drawn[] = []
  for (const { ns, event } of packets) {
    if (!event) continue
    const { type, track, name } = event
    expect(names.has(track)).toBe(true)
    if (type === 1) {
      expect(open.has(track)).toBe(false)
      open.set(track, { ns, name })
    } else {
      const begun = open.get(track)!
      open.delete(track)
      const seconds = (ns - begun.ns) / 1e9
      slices.push({ track: names.get(track)!, name: begun.name, seconds })
    }
  }
  expect(open.size).toBe(0)
  return slices
}

async function convert(bytes: Buffer, part = ALL, chunk = 64): Promise<Packet[]> {
  const pieces: Uint8Array[] = []
  const chunks = Array.from({ length: Math.ceil(bytes.length / chunk) }, (_, i) =>
    bytes.subarray(i * chunk, (i + 1) * chunk),
  )
  await xentraceToPerfetto(
    Readable.from(chunks),
    SPEC,
    part,
    async (piece) => {
      pieces.push(piece)
    },
    {},
  )
  return packetsOf(Buffer.concat(pieces))
}

const sumOf = (slices: readonly Drawn[]) => slices.reduce((sum, { seconds }) => sum + seconds, 0)

describe('a trace of xentrace for Perfetto', () => {
  test('has each domain run and wait for as long as its records say', async () => {
    await fc.assert(
      fc.asyncProperty(schedules, async ({ records }) => {
        const slices = slicesOf(await convert(encodeTrace(records)))
        for (const [id, { seconds }] of expectedTotals(records)) {
          const own = slices.filter(({ track }) => track.startsWith(`${nameOf(id)} vCPU `))
          const spent = (name: string) => sumOf(own.filter((slice) => slice.name === name))
          const isIdle = id === IDLE_DOMAIN
          expect(spent('runs')).toBeCloseTo(isIdle ? 0 : seconds[RUNNING], 5)
          expect(spent('waits for a pCPU')).toBeCloseTo(isIdle ? 0 : seconds[RUNNABLE], 5)
        }
        // What the vCPUs ran is what the pCPUs did.
        const onPCpus = slices.filter(({ track }) => track.startsWith('pCPU '))
        const ran = slices.filter(({ name }) => name === 'runs')
        expect(sumOf(onPCpus)).toBeCloseTo(sumOf(ran), 5)
      }),
      { numRuns: 50 },
    )
  })

  test('never has two vCPUs on one pCPU at a time', async () => {
    await fc.assert(
      fc.asyncProperty(schedules, async ({ records }) => {
        const packets = await convert(encodeTrace(records))
        const tracks = new Map(
          packets.flatMap(({ track }) =>
            track?.name.startsWith('pCPU ') ? [[track.uuid, 0]] : [],
          ),
        )
        for (const { ns, event } of packets) {
          const free = event && tracks.get(event.track)
          if (free === undefined || free === null) continue
          if (event!.type === 1) expect(ns).toBeGreaterThanOrEqual(free)
          else tracks.set(event!.track, ns)
        }
      }),
      { numRuns: 50 },
    )
  })

  test('is cut to the part that is asked for', async () => {
    await fc.assert(
      fc.asyncProperty(schedules, fc.double({ min: 0, max: 5, noNaN: true }), async (each, at) => {
        const { records } = each
        const bytes = encodeTrace(records)
        const [before, after, all] = await Promise.all([
          convert(bytes, { fromSeconds: 0, toSeconds: at }),
          convert(bytes, { fromSeconds: at, toSeconds: 1e6 }),
          convert(bytes),
        ])
        for (const { ns, event } of before) if (event) expect(ns).toBeLessThanOrEqual(at * 1e9 + 1)
        for (const { ns, event } of after)
          if (event) expect(ns).toBeGreaterThanOrEqual(at * 1e9 - 1)
        const [first, second, whole] = [before, after, all].map((part) => sumOf(slicesOf(part)))
        expect(first! + second!).toBeCloseTo(whole!, 5)
      }),
      { numRuns: 30 },
    )
  })

  test('puts each vCPU under its domain and the pCPUs together', async () => {
    const [schedule] = fc.sample(schedules, { numRuns: 1, seed: 7 })
    const packets = await convert(encodeTrace(schedule!.records))
    const tracks = packets.flatMap(({ track }) => track ?? [])
    const nameOfTrack = (uuid: number) => tracks.find((track) => track.uuid === uuid)?.name
    for (const { name, parent } of tracks) {
      if (name.includes(' vCPU '))
        expect(name.startsWith(`${nameOfTrack(parent)} vCPU `)).toBe(true)
      if (/^pCPU \d/.test(name)) expect(nameOfTrack(parent)).toBe('pCPUs')
    }
  })
})
