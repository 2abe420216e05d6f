import { describe, expect, it } from 'vitest'
import { domain0Warning } from './domain0-warning.ts'

const NEED = { needs: 0.1, use: 0.05 }
const coded = (from: number, to: number, need: typeof NEED | null = NEED) =>
  domain0Warning({ from, to }, need)?.code ?? null

describe('a change of Domain-0’s share', () => {
  it('endangers the guests’ I/O once it falls below what Domain-0 needs, with its numbers', () => {
    expect(domain0Warning({ from: 0.25, to: 0.09 }, NEED, 'u0')).toEqual({
      code: 'domain-0-starved',
      effect: 'endangers',
      uuid: 'u0',
      values: { from: 0.25, to: 0.09, needs: 0.1, use: 0.05 },
    })
    expect(coded(0.08, 0.07)).toBe('domain-0-starved')
  })

  it('is worth a warning while Domain-0 keeps what it needs, or nobody knows what that is', () => {
    expect(coded(0.25, 0.1)).toBe('domain-0-share-falls')
    expect(coded(0.25, 0.01, null)).toBe('domain-0-share-falls')
  })

  it('is no danger where rounding alone moves a share that was too small already', () => {
    expect(coded(0.08, 0.0795)).toBe('domain-0-share-falls')
  })

  it.each([0.05, 0.06])('is nothing to say where it stays or rises to %d', (to) => {
    expect(coded(0.05, to)).toBeNull()
  })
})
