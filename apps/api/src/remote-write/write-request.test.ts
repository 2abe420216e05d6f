import fc from 'fast-check'
import { PbfReader } from 'pbf'
import { uncompress } from 'snappyjs'
import { expect, it } from 'vitest'
import { type Series, writeRequest } from './write-request.ts'

/** Reads what was written, by prompb/remote.proto and prompb/types.proto. */
function read(body: Uint8Array): Series[] {
  const reader = new PbfReader(uncompress(body))
  const request: Series[] = []
  reader.readFields((tag) => {
    expect(tag).toBe(1)
    const series: Series = { labels: {}, samples: [] }
    reader.readMessage((field) => {
      if (field === 1) {
        const texts = ['', '']
        reader.readMessage((each) => {
          texts[each - 1] = reader.readString()
        }, null)
        series.labels[texts[0]!] = texts[1]!
      } else {
        const sample = { value: 0, epochMs: 0 }
        reader.readMessage((each) => {
          if (each === 1) sample.value = reader.readDouble()
          else sample.epochMs = reader.readVarint(true)
        }, null)
        series.samples.push(sample)
      }
    }, null)
    request.push(series)
  }, null)
  return request
}

const name = fc.stringMatching(/^[a-z_]{1,8}$/)
const text = fc.string({ unit: 'grapheme', maxLength: 20 })
const series = fc.record({
  labels: fc
    .array(fc.tuple(name, text), { maxLength: 5 })
    .map((pairs): Record<string, string> => Object.fromEntries(pairs)),
  samples: fc.array(
    fc.record({ value: fc.double({ noNaN: true }), epochMs: fc.nat(4_000_000_000_000) }),
    { maxLength: 40 },
  ),
})

it('holds what was given, with the labels of each series in order', () => {
  fc.assert(
    fc.property(fc.array(series, { maxLength: 20 }), (given) => {
      const written = read(writeRequest(given))
      expect(written).toEqual(given)
      for (const { labels } of written)
        expect(Object.keys(labels)).toEqual(Object.keys(labels).sort())
    }),
  )
})
