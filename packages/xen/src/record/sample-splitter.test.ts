import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sampleHost } from '../testing/double-state.ts'
import { xentopSample } from '../testing/xentop-sample.ts'
import { SampleSplitter } from './sample-splitter.ts'

const sample = xentopSample(sampleHost(), 0)
const never = () => false

describe('SampleSplitter', () => {
  it('finds the same samples wherever the output is cut, and keeps every byte of them', () => {
    const text = Buffer.from(sample.repeat(3))
    const cuts = fc.array(fc.integer({ min: 0, max: text.length }), { maxLength: 40 })
    fc.assert(
      fc.property(cuts, (at) => {
        const splitter = new SampleSplitter()
        const ends = [...at.toSorted((a, b) => a - b), text.length]
        const kept = ends.map((end, index) => {
          const chunk = text.subarray(index === 0 ? 0 : ends[index - 1], end)
          return splitter.push(chunk, end, never).keep
        })
        expect(splitter.samples).toBe(3)
        expect(Buffer.concat(kept).equals(text)).toBe(true)
        // A header counts once all of it has arrived.
        expect(splitter.first).toBeGreaterThan(sample.indexOf('\n'))
        expect(splitter.last).toBeGreaterThan(2 * sample.length + sample.indexOf('\n'))
      }),
    )
  })

  it('ends before a sample that is no longer wanted', () => {
    const splitter = new SampleSplitter()
    const stopsAt = () => splitter.samples === 2
    const text = Buffer.from(sample.repeat(4))
    const { keep, ended } = splitter.push(text.subarray(0, text.length - 100), 0, stopsAt)
    expect({ text: keep.toString(), ended }).toEqual({ text: sample.repeat(2), ended: true })
    expect(splitter.samples).toBe(2)
  })

  it('does not wait forever for the end of a line', () => {
    const splitter = new SampleSplitter()
    const push = () => splitter.push(Buffer.alloc(30_000, 'x'), 0, never)
    push()
    push()
    expect(push).toThrow('not the output of `xentop -b`')
  })
})
