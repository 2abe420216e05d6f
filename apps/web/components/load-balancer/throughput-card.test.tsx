import type { ThroughputPoint } from '@steelyard/contract'
import { describe, expect, it } from 'vitest'
import { aBalancer, aFit } from '../../lib/testing/fixtures.ts'
import { render, userWith } from '../../lib/testing/render.tsx'
import { ThroughputCard } from './throughput-card.tsx'

const point = (processes: number, throughputPerSecond: number): ThroughputPoint => ({
  processes,
  throughputPerSecond,
})
const card = (points: ThroughputPoint[], user = userWith()) =>
  render(<ThroughputCard balancer={aBalancer({ points })} />, { user })

describe('throughput before a measurement', () => {
  it('has lines for one, two and four threads, and explains how to measure', () => {
    const { html, text, buttons } = render(<ThroughputCard />)
    expect([...html.matchAll(/value="(\d+)"/g)].map(([, value]) => value)).toEqual(['1', '2', '4'])
    expect(text).toContain('A curve needs at least three different numbers')
    expect(text).toContain('Measure with your own load generator')
    expect(text).not.toContain('the knee of the curve limits the advice')
    expect(buttons).toEqual([
      'Remove line 1',
      'Remove line 2',
      'Remove line 3',
      'Another measurement',
      'Draw the curve (off)',
    ])
  })
})

describe('measured throughput', () => {
  it('can be fitted from three different numbers of threads', () => {
    const enough = card([point(1, 90), point(2, 170), point(4, 300)])
    expect(enough.buttons).toContain('Draw the curve')
    expect(enough.text).not.toContain('A curve needs at least three')
    const twice = card([point(1, 90), point(2, 170), point(2, 180)])
    expect(twice.buttons).toContain('Draw the curve (off)')
    expect(twice.text).toContain('A curve needs at least three')
  })

  it('keeps its last line', () => {
    expect(card([point(1, 90)]).buttons).toContain('Remove line 1 (off)')
    expect(card([point(1, 90), point(2, 170)]).buttons).toContain('Remove line 1')
  })

  it('labels each line for screen readers', () => {
    const { text } = card([point(1, 90), point(2, 170)])
    expect(text).toContain('Threads Answers/s /s Threads, line 2 Answers/s, line 2 /s')
  })

  it('can be used for the advice only by users who may change the host', () => {
    expect(card([point(1, 90)]).buttons).toContain('Use for vm1 (off)')
    expect(card([point(1, 90)], userWith(['hosts:read'])).buttons).not.toContain(
      'Use for vm1 (off)',
    )
  })

  it('is shown with its fitted curve', () => {
    const balancer = aBalancer({
      points: [point(1, 90), point(2, 170), point(4, 300)],
      fit: aFit(),
    })
    const { text } = render(<ThroughputCard balancer={balancer} />)
    expect(text).toContain('Measured and fitted, as a table')
    expect(text).not.toContain('Measure with your own')
  })
})
