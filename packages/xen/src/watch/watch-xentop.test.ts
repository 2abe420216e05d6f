import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { sampleHost } from '../testing/double-state.ts'
import { type Fixture, startFixture } from '../testing/fixture.ts'
import { xentopSample } from '../testing/xentop-sample.ts'
import { watchXentop } from './watch-xentop.ts'
import { WholeSamples } from './whole-samples.ts'

describe('watchXentop', () => {
  let fixture: Fixture
  beforeEach(async () => {
    fixture = await startFixture({ speed: 50 })
  })
  afterEach(() => fixture.stop())

  async function watch(enough: number, signal = new AbortController()) {
    const samples: { at: number; text: string }[] = []
    const shell = await fixture.connect()
    const end = watchXentop(shell, {
      intervalSeconds: 10,
      signal: signal.signal,
      nowSeconds: () => fixture.double.nowSeconds,
      onSample(at, text) {
        samples.push({ at, text })
        if (samples.length === enough) signal.abort()
      },
    })
    const failure = await end.then(
      () => null,
      (error: unknown) => error,
    )
    return { samples, failure, shell }
  }

  it('passes on whole samples with their times, and leaves the connection open', async () => {
    const { samples, failure, shell } = await watch(4)
    expect(failure).toMatchObject({ code: 'cancelled' })
    for (const { text } of samples)
      expect(text.match(/^\s+\S+/gm)).toHaveLength(1 + fixture.double.host.domains.length)
    for (const [index, { at }] of samples.entries())
      if (index > 0) expect(at - samples[index - 1]!.at).toBeGreaterThan(9)
    expect((await shell.run({ verb: 'clock' })).exitCode).toBe(0)
  })

  it('ends with the connection', async () => {
    fixture.double.faults = { cutAfterSamples: 3 }
    const { samples, failure } = await watch(100)
    expect(failure).toMatchObject({ code: 'connection-lost' })
    expect(samples.length).toBeGreaterThanOrEqual(2)
  })
})

describe('WholeSamples', () => {
  const sample = xentopSample(sampleHost(), 0)

  it('passes on a sample when the next one begins, wherever the output is cut', () => {
    for (const size of [1, 7, 100, 5000]) {
      const found: { arrivedAt: number; text: string }[] = []
      const samples = new WholeSamples((arrivedAt, text) => found.push({ arrivedAt, text }))
      const text = Buffer.from(sample.repeat(3))
      for (let from = 0; from < text.length; from += size)
        samples.push(text.subarray(from, from + size), from)
      samples.end()
      expect(found.map((each) => each.text)).toEqual([sample, sample, sample])
      expect(found[0]!.arrivedAt).toBeLessThanOrEqual(sample.indexOf('\n'))
    }
  })

  it('does not wait for the next one when nothing comes', () => {
    vi.useFakeTimers()
    try {
      const found: string[] = []
      const samples = new WholeSamples((_, text) => found.push(text))
      samples.push(Buffer.from(sample), 0)
      expect(found).toEqual([])
      vi.advanceTimersByTime(1000)
      expect(found).toEqual([sample])
    } finally {
      vi.useRealTimers()
    }
  })
})
