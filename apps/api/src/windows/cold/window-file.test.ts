import { zstdDecompressSync } from 'node:zlib'
import type { Observation } from '@steelyard/traces'
import fc from 'fast-check'
import { type AsyncBuffer, parquetReadObjects } from 'hyparquet'
import { expect, it } from 'vitest'
import { observed, START } from '../observed.fixture.ts'
import { fromRow, toColumns } from './observation-columns.ts'
import { readWindowFile, type StoredWindow, writeWindowFile } from './window-file.ts'

const ALL = { fromEpochSeconds: 0, toEpochSeconds: 2 ** 33 }

const inMemory = (bytes: Uint8Array): AsyncBuffer => ({
  byteLength: bytes.length,
  slice: (start, end) => new Uint8Array(bytes.slice(start, end)).buffer,
})
const read = (bytes: Uint8Array, range = ALL, withArrivals = true) =>
  readWindowFile(inMemory(bytes), { seconds: 10, withArrivals, ...range })

/** The jsonb that windows come from has one zero, without a sign. */
const number = fc
  .oneof(
    fc.double(),
    fc.maxSafeInteger(),
    fc.constantFrom(0, Number.MAX_VALUE, Number.MIN_VALUE, Number.NaN, Number.POSITIVE_INFINITY),
  )
  .map((each) => (each === 0 ? 0 : each))
/** Lists are written as JSON, as stored windows are. */
const inJson = fc
  .double({ noNaN: true, noDefaultInfinity: true })
  .map((each) => JSON.parse(JSON.stringify(each)) as number)
/** Whatever a field is, now or in a later version; each has one type, as fields do. */
const described = fc.record(
  {
    domain: fc.string({ unit: 'grapheme' }),
    requests: fc.option(
      fc.record(
        {
          arrivals: number,
          arrivalsByPart: fc.array(fc.option(inJson)),
          meanBytes: fc.option(number),
          duration: fc.option(fc.record({ meanSeconds: number, sketch: fc.string() })),
          flag: fc.boolean(),
        },
        { requiredKeys: ['arrivals'] },
      ),
    ),
    cpu: fc.option(
      fc.record({
        schedule: fc.record(
          { waitedBehindSeconds: fc.dictionary(fc.string(), fc.integer()) },
          { requiredKeys: [] },
        ),
      }),
    ),
  },
  { requiredKeys: ['domain'] },
)

const windows: fc.Arbitrary<StoredWindow[]> = fc
  .array(
    fc.record({
      steps: fc.integer({ min: 1, max: 1000 }),
      rows: fc.array(described, { minLength: 1, maxLength: 3 }),
      arrivals: fc.option(fc.uint8Array()),
    }),
    { minLength: 1, maxLength: 20 },
  )
  .map((all) => {
    let startEpochSeconds = 1_700_000_000
    return all.map(({ steps, rows, arrivals }) => {
      startEpochSeconds += 10 * steps
      const window = { windowStartEpochSeconds: startEpochSeconds, windowSeconds: 10 }
      const observations = rows.map((row) => ({ ...row, ...window }) as unknown as Observation)
      return { startEpochSeconds, observations, arrivals }
    })
  })

it('gives back what was written: nulls, absent fields, any number, text, list and bytes', async () => {
  await fc.assert(
    fc.asyncProperty(windows, async (written) => {
      const back = await read(writeWindowFile(written))
      expect(back).toEqual(written)
      // Stored windows are compared by their text, in which the order of fields shows.
      expect(JSON.stringify(back)).toBe(JSON.stringify(written))
    }),
    { numRuns: 60 },
  )
})

it('gives the windows that begin in a range, and nothing of the others', async () => {
  await fc.assert(
    fc.asyncProperty(windows, fc.nat(), fc.nat(), async (written, one, other) => {
      const moments = written.map(({ startEpochSeconds }) => startEpochSeconds)
      const fromEpochSeconds = moments[one % moments.length]! - (one % 3)
      const toEpochSeconds = moments[other % moments.length]! + (other % 3)
      const back = await read(writeWindowFile(written), { fromEpochSeconds, toEpochSeconds })
      const inside = (at: number) => at >= fromEpochSeconds && at < toEpochSeconds
      expect(back.map(({ startEpochSeconds }) => startEpochSeconds)).toEqual(moments.filter(inside))
    }),
    { numRuns: 60 },
  )
})

it('makes columns of rows and rows of columns', () => {
  fc.assert(
    fc.property(fc.array(described), (rows) => {
      const { shapes, columns } = toColumns(rows as never[])
      const back = shapes.map((shape, index) =>
        fromRow(
          JSON.parse(shape),
          Object.fromEntries([...columns].map(([path, { data }]) => [path, data[index]])),
        ),
      )
      expect(back).toEqual(rows)
    }),
  )
})

/** 25 hours of windows of 10 s of one domain, which are two groups of rows. */
const many = (): StoredWindow[] => {
  const hour = observed(10, 3600)
  return Array.from({ length: 25 * 360 }, (_, index) => {
    const startEpochSeconds = START + 10 * index
    const observation = { ...hour[index % 360]!, windowStartEpochSeconds: startEpochSeconds }
    const arrivals = Buffer.alloc(400, String(Math.sin(index)))
    return { startEpochSeconds, observations: [observation], arrivals: new Uint8Array(arrivals) }
  })
}

it('reads no more than the groups and the columns that are asked for', async () => {
  const bytes = writeWindowFile(many())
  const fetched: [number, number][] = []
  const file: AsyncBuffer = {
    byteLength: bytes.length,
    slice(start, end = bytes.length) {
      fetched.push([start, end])
      return inMemory(bytes).slice(start, end)
    },
  }
  const bytesFor = async (fromHour: number, withArrivals: boolean) => {
    fetched.length = 0
    const range = { fromEpochSeconds: START + fromHour * 3600, toEpochSeconds: START + 25 * 3600 }
    const found = await readWindowFile(file, { seconds: 10, withArrivals, ...range })
    expect(found).toHaveLength(360 * (25 - fromHour))
    // The first read is that of the end, which says where everything is.
    return fetched.slice(1).reduce((sum, [start, end]) => sum + end - start, 0)
  }
  expect(await bytesFor(24, false)).toBeLessThan((await bytesFor(0, false)) / 5)
  expect(await bytesFor(24, true)).toBeGreaterThan(1.2 * (await bytesFor(24, false)))
})

it('can be read by whoever knows the format, by the names of the fields', async () => {
  const written = many().slice(0, 2)
  const rows = await parquetReadObjects({
    file: inMemory(writeWindowFile(written)),
    columns: ['windowStart', 'domain', 'requests.duration.p95Seconds'],
    compressors: { ZSTD: (part) => new Uint8Array(zstdDecompressSync(part)) },
  })
  expect(rows).toEqual(
    written.map(({ startEpochSeconds, observations: [first] }) => ({
      windowStart: new Date(startEpochSeconds * 1000),
      domain: 'vm1',
      'requests.duration.p95Seconds': first!.requests!.duration!.p95Seconds,
    })),
  )
})

it('does not read what is damaged', async () => {
  const bytes = writeWindowFile(many().slice(0, 100))
  bytes.fill(7, 100, 200)
  await expect(read(bytes)).rejects.toThrow()
})
