import { describe, expect, it } from 'vitest'
import { valueScale } from './value-scale.ts'

describe('the linear scale', () => {
  it('clips values above three times any measurement or target', () => {
    const scale = valueScale('linear', [8, 66, 90, 700], [66, 80])
    expect(scale.top).toBeGreaterThanOrEqual(90)
    expect(scale.top).toBeLessThan(240)
    expect(scale.bottom).toBe(0)
  })

  it('shows everything when nothing was measured', () => {
    expect(valueScale('linear', [8, 700], []).top).toBeGreaterThanOrEqual(700)
  })

  it('has round ticks from zero to the top', () => {
    expect(valueScale('linear', [93], [93]).ticks).toEqual([0, 25, 50, 75, 100])
    expect(valueScale('linear', [0.3], [0.3]).ticks).toEqual([0, 0.1, 0.2, 0.3, 0.4])
  })

  it('accepts values that are all zero', () => {
    expect(valueScale('linear', [0], [0]).top).toBeGreaterThan(0)
  })
})

describe('the logarithmic scale', () => {
  it('holds every positive value between its ends', () => {
    const scale = valueScale('log', [7, 3700], [80])
    expect(scale.bottom).toBeLessThanOrEqual(7)
    expect(scale.top).toBeGreaterThanOrEqual(3700)
    expect(scale.ticks).toEqual([10, 100, 1000])
  })

  it('steps by 1, 2, 5 while that gives few ticks', () => {
    expect(valueScale('log', [7, 90], []).ticks).toEqual([5, 10, 20, 50, 100])
  })

  it('leaves out zero, which has no logarithm', () => {
    expect(valueScale('log', [0, 4], []).bottom).toBeGreaterThan(0)
    expect(valueScale('log', [], []).ticks).toEqual([1, 10])
  })

  it('never has equal ends', () => {
    const scale = valueScale('log', [10], [])
    expect(scale.top).toBeGreaterThan(scale.bottom)
  })
})
