import { describe, expect, it } from 'vitest'
import {
  formatBrief,
  formatBriefPercent,
  formatBytes,
  formatCap,
  formatChosen,
  formatChosenPercent,
  formatCounted,
  formatFactor,
  formatMemory,
  formatNumber,
  formatPercent,
  formatPercentTenths,
  formatRate,
  formatRoughPercent,
  formatShare,
  formatSignedNumber,
  formatSignedPercent,
  formatTargetRate,
  formatTenths,
  formatUncertain,
  formatUncertainPercent,
  formatWholePercent,
} from './numbers.ts'

describe('numbers with their units', () => {
  it('format rates, fractions and shares', () => {
    expect(formatRate(151.5)).toBe('152/s')
    expect(formatRate(8.43)).toBe('8.43/s')
    expect(formatPercent(0.1234)).toBe('12.3 %')
    expect(formatShare(0.5)).toBe('50 %')
    expect(formatShare(1 / 3)).toBe('33 %')
    expect(formatNumber(12_345)).toBe('12,345')
  })

  it('leave chosen values as they are', () => {
    expect(formatTargetRate(50)).toBe('50/s')
    expect(formatWholePercent(0.5)).toBe('50 %')
    expect(formatChosen(0.05)).toBe('0.05')
    expect(formatChosen(null)).toBe('–')
  })

  it('count bytes in decimal units and move up before showing 1,000', () => {
    expect(formatBytes(0)).toBe('0 B')
    expect(formatBytes(999)).toBe('999 B')
    expect(formatBytes(999_600)).toBe('1.00 MB')
    expect(formatBytes(4_200_000)).toBe('4.20 MB')
    expect(formatBytes(1_000_000_000)).toBe('1.00 GB')
  })

  it('show memory in binary units', () => {
    expect([0, 1023, 1024, 512 * 2 ** 20, 2 ** 30, 1.5 * 2 ** 40, null].map(formatMemory)).toEqual([
      '0 B',
      '1023 B',
      '1.00 KiB',
      '512 MiB',
      '1.00 GiB',
      '1.50 TiB',
      '–',
    ])
  })

  it('show factors on a load with two decimals', () => {
    expect([0.05, 1, 1.251, null].map(formatFactor)).toEqual(['×0.05', '×1.00', '×1.25', '–'])
  })

  it.each([
    [4.2137, 0.0812, '4.214 ± 0.081'],
    [4.2137, 0.812, '4.21 ± 0.81'],
    [1234.5, 37, '1,235 ± 37'],
    [0.5, 0.00001, '0.500 ± 0.000'],
    [0.5, 0, '0.500 ± 0.000'],
    [4.2137, null, '4.21'],
    [null, 1, '–'],
  ])('format %j with a standard error of %j as %s', (value, standardError, text) => {
    expect(formatUncertain(value, standardError)).toBe(text)
  })

  it('count things', () => {
    expect(formatCounted(1, 'domain')).toBe('1 domain')
    expect(formatCounted(0, 'domain')).toBe('0 domains')
    expect(formatCounted(2, 'analysis', 'analyses')).toBe('2 analyses')
  })

  it('show signed numbers and percentages with a true minus', () => {
    expect([-0.055, 0.1234].map(formatSignedPercent)).toEqual(['−5.5 %', '+12 %'])
    expect([-0.0049, 0.00084, -0.0004, 0].map(formatSignedPercent)).toEqual([
      '−0.5 %',
      '+0.1 %',
      '0 %',
      '0 %',
    ])
    expect(formatSignedNumber(-0.25)).toBe('−0.250')
    expect(formatSignedNumber(0.25)).toBe('+0.250')
  })

  it('show a cap, where 0 means none', () => {
    expect([50, 0, null].map(formatCap)).toEqual(['50 %', 'none', '–'])
    expect(formatChosenPercent(12.5)).toBe('12.5 %')
  })

  it('show an uncertain fraction in percent, together with its error', () => {
    expect(formatUncertainPercent(0.1234, 0.0041)).toBe('12.34 ± 0.41 %')
    expect(formatUncertainPercent(0.1234, null)).toBe('12.3 %')
  })

  it('are brief in a sentence: three significant digits at most', () => {
    expect([0.12345, 5, 1234, 0].map(formatBrief)).toEqual(['0.123', '5', '1230', '0'])
    expect([0.12345, 0.05, 1].map(formatBriefPercent)).toEqual(['12.3 %', '5 %', '100 %'])
  })

  it('round a fraction as roughly as it is known', () => {
    expect([0.12345, 0.05, null].map(formatPercentTenths)).toEqual(['12.3 %', '5.0 %', '–'])
    expect([0.1267, 0.01, 0.0099].map(formatRoughPercent)).toEqual(['13 %', '1 %', 'less than 1 %'])
  })

  it('show tenths and no more', () => {
    expect([2, 1.26, null].map(formatTenths)).toEqual(['2.0', '1.3', '–'])
  })
})
