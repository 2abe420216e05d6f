import { describe, expect, it } from 'vitest'
import { capStops, loadStops, ratelimitStops, tsliceStops, weightStops } from './lever-stops.ts'

describe('positions of the sliders', () => {
  it('steps weights by ratio, around the weight in force', () => {
    const stops = weightStops(256)
    expect([stops[0], stops.at(-1)]).toEqual([16, 4096])
    expect(stops).toContain(256)
    expect(stops).toContain(512)
    const ratios = stops.slice(1).map((weight, at) => weight / stops[at]!)
    expect(Math.max(...ratios)).toBeLessThan(1.13)
  })

  it('hits recommended weights exactly, and never repeats a stop', () => {
    const stops = weightStops(2, [717, 2])
    expect(stops).toContain(717)
    expect(new Set(stops).size).toBe(stops.length)
    expect(Math.min(...stops)).toBe(1)
  })

  it('stays within what Xen accepts', () => {
    expect(Math.max(...weightStops(65_535))).toBe(65_535)
  })

  it('ends caps with no cap, and exceeds one pCPU where the cap does', () => {
    expect(capStops(0).slice(-2)).toEqual([100, 0])
    expect(capStops(0)[0]).toBe(5)
    expect(capStops(162).slice(-3)).toEqual([195, 200, 0])
    expect(capStops(162)).toContain(162)
  })

  it('includes the analysed load among its factors', () => {
    expect(loadStops(1)).toContain(1)
    expect([loadStops(1)[0], loadStops(1).at(-1)]).toEqual([0.05, 3])
    expect(loadStops(4.2).at(-1)).toBe(4.2)
  })

  it('keeps the ratelimit within the time slice', () => {
    expect(tsliceStops(30)).toContain(30)
    expect(ratelimitStops(1000, 5).at(-1)).toBe(5000)
    expect(ratelimitStops(8000, 5)).toContain(8000)
    expect(ratelimitStops(1000, null).at(-1)).toBe(100_000)
  })
})
