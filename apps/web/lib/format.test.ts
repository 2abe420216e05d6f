import { describe, expect, it } from 'vitest'
import {
  formatBytes,
  formatChosen,
  formatCounted,
  formatDuration,
  formatFactor,
  formatMs,
  formatNumber,
  formatPercent,
  formatRangeMs,
  formatRate,
  formatRelative,
  formatShare,
  formatSignedMs,
  formatSignedPercent,
  formatTargetMs,
  formatTargetRate,
  formatUncertain,
  formatWholePercent,
  splitMs,
} from './format.ts'

describe('numbers with their units', () => {
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
  ])('writes %j milliseconds as %s', (value, text) => {
    expect(formatMs(value)).toBe(text)
  })

  it('parts value and unit for large figures', () => {
    expect(splitMs(66.1)).toEqual({ value: '66.1', unit: 'ms' })
    expect(splitMs(undefined)).toEqual({ value: '–', unit: '' })
  })

  it('writes differences with their sign', () => {
    expect(formatSignedMs(-3.21)).toBe('−3.21 ms')
    expect(formatSignedMs(3.21)).toBe('+3.21 ms')
    expect(formatSignedMs(0)).toBe('0 ms')
    expect(formatSignedPercent(-0.055)).toBe('−5.50 %')
  })

  it('writes rates, fractions and shares', () => {
    expect(formatRate(151.5)).toBe('152/s')
    expect(formatRate(8.43)).toBe('8.43/s')
    expect(formatPercent(0.1234)).toBe('12.3 %')
    expect(formatShare(0.5)).toBe('0.500')
    expect(formatShare(1 / 3)).toBe('0.333')
    expect(formatNumber(12_345)).toBe('12,345')
  })

  it('leaves what was chosen as it is', () => {
    expect(formatTargetMs(80)).toBe('80 ms')
    expect(formatTargetMs(37.5)).toBe('37.5 ms')
    expect(formatTargetMs(12_345)).toBe('12.345 s')
    expect(formatTargetMs(null)).toBe('–')
    expect(formatTargetRate(50)).toBe('50/s')
    expect(formatWholePercent(0.5)).toBe('50 %')
    expect(formatChosen(0.05)).toBe('0.05')
    expect(formatChosen(null)).toBe('–')
  })

  it('counts bytes in decimal units and moves up before it would show 1,000', () => {
    expect(formatBytes(0)).toBe('0 B')
    expect(formatBytes(999)).toBe('999 B')
    expect(formatBytes(999_600)).toBe('1.00 MB')
    expect(formatBytes(4_200_000)).toBe('4.20 MB')
    expect(formatBytes(1_000_000_000)).toBe('1.00 GB')
  })

  it('writes factors on a load with two decimals', () => {
    expect([0.05, 1, 1.251, null].map(formatFactor)).toEqual(['×0.05', '×1.00', '×1.25', '–'])
  })

  it.each([
    [51.24, 57.06, '51.2 to 57.1 ms'],
    [9_000, 12_000, '9,000 ms to 12.0 s'],
    [null, null, '– to –'],
  ])('writes the interval from %j to %j as %s', (low, high, text) => {
    expect(formatRangeMs(low, high)).toBe(text)
  })

  it.each([
    [4.2137, 0.0812, '4.214 ± 0.081'],
    [4.2137, 0.812, '4.21 ± 0.81'],
    [1234.5, 37, '1,235 ± 37'],
    [0.5, 0.00001, '0.500 ± 0.000'],
    [0.5, 0, '0.500 ± 0.000'],
    [4.2137, null, '4.21'],
    [null, 1, '–'],
  ])('writes %j with a standard error of %j as %s', (value, standardError, text) => {
    expect(formatUncertain(value, standardError)).toBe(text)
  })

  it('counts things', () => {
    expect(formatCounted(1, 'domain')).toBe('1 domain')
    expect(formatCounted(0, 'domain')).toBe('0 domains')
    expect(formatCounted(2, 'analysis', 'analyses')).toBe('2 analyses')
  })
})

describe('times', () => {
  it.each([
    [0.25, '0.250 s'],
    [5, '5 s'],
    [59.6, '1 min'],
    [200, '3 min 20 s'],
    [7_500, '2 h 5 min'],
    [200_000, '2 d 7 h'],
  ])('writes %d seconds as %s', (seconds, text) => {
    expect(formatDuration(seconds)).toBe(text)
  })

  it('tells how long ago', () => {
    const now = Date.parse('2026-11-21T12:00:00Z')
    expect(formatRelative('2026-11-21T11:59:50Z', now)).toBe('just now')
    expect(formatRelative('2026-11-21T11:55:00Z', now)).toBe('5 minutes ago')
    expect(formatRelative('2026-11-24T12:00:00Z', now)).toBe('in 3 days')
    expect(formatRelative(null, now)).toBe('–')
  })
})
