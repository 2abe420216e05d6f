import { expect, it } from 'vitest'
import { decidingDomain } from './deciding-domain.ts'
import { aDomainResult } from './testing/fixtures.ts'

const target = (responseTimeMs: number | null) => ({
  domain: '',
  responseTimeMs,
  throughputPerSecond: null,
  isSoft: false,
})

it('draws the domain nearest to its target, or without targets the slowest', () => {
  const domain = (name: string, observedMs: number, targetMs: number | null) =>
    aDomainResult(name, { observedMs, target: target(targetMs) })
  const all = [domain('a', 500, null), domain('b', 60, 80), domain('c', 90, 100)]
  expect(decidingDomain({ domains: all })?.domain).toBe('c')
  expect(decidingDomain({ domains: all.slice(0, 1) })?.domain).toBe('a')
  expect(decidingDomain({ domains: [] })).toBeNull()
})
