import { Readable } from 'node:stream'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type DrawnSlice, type Packet, packetsOf, slicesOf } from '../testing/index.ts'
import { encodeTrace } from '../xentrace/encode-trace.fixture.ts'
import { expectedTotals, HZ, nameOf, schedules } from '../xentrace/random-schedule.fixture.ts'
import { IDLE_DOMAIN, RUNNABLE, RUNNING } from '../xentrace/trace-events.ts'
import type { PartWithRequests } from './perfetto-trace.ts'
import { xentraceToPerfetto } from './xentrace-to-perfetto.ts'

const SPEC = { kind: 'xentrace', startEpochSeconds: 1_790_000_000, tscHz: HZ } as const
const ALL: PartWithRequests = { fromSeconds: 0, toSeconds: 1e6, requests: new Map() }

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

const sumOf = (slices: readonly DrawnSlice[]) =>
  slices.reduce((sum, { seconds }) => sum + seconds, 0)

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
          convert(bytes, { ...ALL, toSeconds: at }),
          convert(bytes, { ...ALL, fromSeconds: at }),
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

  test('adds requests below the vCPUs of their domain and changes nothing else', async () => {
    const [schedule] = fc.sample(schedules, { numRuns: 1, seed: 7 })
    const bytes = encodeTrace(schedule!.records)
    const without = slicesOf(await convert(bytes))
    const guest = without.find(({ name }) => name === 'runs')!
    const requests = new Map([[guest.under, [{ startSeconds: -1, endSeconds: 1e3 }]]])
    const slices = slicesOf(await convert(bytes, { ...ALL, toSeconds: 500, requests }))
    expect(slices.filter(({ track }) => track === 'requests 1')).toMatchObject([
      { under: guest.under, name: 'request', ns: 0, seconds: 500, ms: 1_001_000 },
    ])
    const plain = slices.filter(({ name }) => name !== 'request')
    expect(plain.map((slice) => ({ ...slice, flows: [] }))).toEqual(without)
  })
})
