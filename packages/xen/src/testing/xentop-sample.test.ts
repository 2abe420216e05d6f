import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { sampleHost } from './double-state.ts'
import { xentopSample } from './xentop-sample.ts'

describe('the xentop of the double', () => {
  it('prints as the real xentop did: the same header, and columns that end in the same places', () => {
    const recording = '../../../../samples/paper-table3-equal/xentop.log.gz'
    const bytes = gunzipSync(readFileSync(new URL(recording, import.meta.url)))
    const real = bytes.toString('latin1').split('\n').slice(0, 5)
    const own = xentopSample(sampleHost(), 0).trimEnd().split('\n')
    expect(own[0]).toBe(real[0])
    const ends = (line: string) => [...line.matchAll(/\S(?= |$)/g)].map(({ index }) => index)
    expect(own.map(ends)).toEqual(real.map(ends))
  })
})
