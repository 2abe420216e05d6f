import { describe, expect, it } from 'vitest'
import { type DrawnTimes, drawTimes } from './draw-times.ts'

const from = Date.parse('2026-11-24T12:00:00Z')
const minute = 60_000
const times: DrawnTimes = {
  title: 'vm1 & <others> on xen1: p95',
  from,
  to: from + 30 * minute,
  points: [
    { at: from, ms: 40 },
    { at: from + minute, ms: 60 },
    { at: from + 2 * minute, ms: null },
    { at: from + 15 * minute, ms: 170 },
  ],
  targetMs: 80,
  since: from + 15 * minute,
}
const ofTag = (tag: string, svg = drawTimes(times)) => [
  ...svg.matchAll(new RegExp(`<${tag} [^>]*>`, 'g')),
]
const numbers = (found: RegExpMatchArray | undefined, name: string) =>
  Number(new RegExp(` ${name}="([-\\d.]+)"`).exec(found![0])![1])

describe('the picture of times against a target', () => {
  it('has a line for each part between gaps, and a dot for a part of one window', () => {
    expect(ofTag('polyline')).toHaveLength(1)
    expect(ofTag('circle')).toHaveLength(1)
  })

  it('is to scale: halfway in time and at its height above the target', () => {
    const [circle] = ofTag('circle')
    const target = ofTag('line').at(-1)
    const ground = numbers(ofTag('line')[0], 'y1')
    expect(numbers(circle, 'cx')).toBeCloseTo((64 + 700) / 2, 0)
    expect((ground - numbers(circle, 'cy')) / (ground - numbers(target, 'y1'))).toBeCloseTo(
      170 / 80,
      1,
    )
  })

  it('shades what was missed, until the end', () => {
    const band = ofTag('rect')[1]
    expect(numbers(band, 'x')).toBeCloseTo(382, 0)
    expect(numbers(band, 'x') + numbers(band, 'width')).toBeCloseTo(700, 0)
  })

  it('escapes names, and says which clock its times are of', () => {
    const svg = drawTimes(times)
    expect(svg).toContain('vm1 &amp; &lt;others&gt; on xen1: p95')
    expect(svg).toContain('12:30 UTC')
    expect(svg).toContain('target 80 ms')
  })

  it('is drawn without values and without a target too', () => {
    const bare = drawTimes({ ...times, points: [], targetMs: null })
    expect(ofTag('polyline', bare)).toEqual([])
    expect(bare).not.toContain('NaN')
    expect(bare).not.toContain('target')
  })
})
