import { describe, expect, it } from 'vitest'
import {
  formatBriefMs,
  formatDuration,
  formatMs,
  formatOffset,
  formatRangeMs,
  formatSignedMs,
  formatTargetMs,
  splitMs,
} from './durations.ts'

describe('durations with their units', () => {
  it.each([
    [0, '0 ms'],
    [0.0004, '0 ms'],
    [0.05, '0.050 ms'],
    [0.1234, '0.123 ms'],
    [0.9996, '1.00 ms'],
    [5.187, '5.19 ms'],
    [9.999, '10.0 ms'],
    [19.62, '19.6 ms'],
    [54, '54.0 ms'],
    [99.96, '100 ms'],
    [532.4, '532 ms'],
    [9_999, '9,999 ms'],
    [12_340, '12.3 s'],
    [null, '–'],
    [Number.NaN, '–'],
  ])('format %j milliseconds as %s', (value, text) => {
    expect(formatMs(value)).toBe(text)
  })

  it('separate value and unit for large figures', () => {
    expect(splitMs(66.1)).toEqual({ value: '66.1', unit: 'ms' })
    expect(splitMs(undefined)).toEqual({ value: '–', unit: '' })
  })

  it('show differences with their sign', () => {
    expect(formatSignedMs(-3.21)).toBe('−3.21 ms')
    expect(formatSignedMs(3.21)).toBe('+3.21 ms')
    expect(formatSignedMs(0)).toBe('0 ms')
  })

  it('leave a target as it was chosen', () => {
    expect(formatTargetMs(80)).toBe('80 ms')
    expect(formatTargetMs(37.5)).toBe('37.5 ms')
    expect(formatTargetMs(12_345)).toBe('12.345 s')
    expect(formatTargetMs(null)).toBe('–')
  })

  it.each([
    [51.24, 57.06, '51.2 to 57.1 ms'],
    [9_000, 12_000, '9,000 ms to 12.0 s'],
    [null, null, '– to –'],
  ])('format the interval from %j to %j as %s', (low, high, text) => {
    expect(formatRangeMs(low, high)).toBe(text)
  })

  it.each([
    [0.25, '0.250 s'],
    [5, '5 s'],
    [59.6, '1 min'],
    [200, '3 min 20 s'],
    [7_500, '2 h 5 min'],
    [200_000, '2 d 7 h'],
  ])('format %d seconds as %s', (seconds, text) => {
    expect(formatDuration(seconds)).toBe(text)
  })
})

it('formats a moment to the millisecond', () => {
  expect([3.2138, 12.5, 1234, null].map(formatOffset)).toEqual([
    '3.214 s',
    '12.500 s',
    '1,234.000 s',
    '–',
  ])
})

it('is brief in a sentence', () => {
  expect([0.02741, 0.054, 12].map(formatBriefMs)).toEqual(['27.4 ms', '54 ms', '12000 ms'])
})
