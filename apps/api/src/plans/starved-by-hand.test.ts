import { describe, expect, it } from 'vitest'
import { starvedByHand } from './starved-by-hand.ts'

const NEED = { needs: 0.2, use: 0.1 }
const known = (weights: Record<string, number | null>, goneAt: Date | null = null) =>
  Object.entries(weights).map(([name, weight]) => ({ name, weight, goneAt }))
const wish = (weights: { domain: string; weight?: number }[], analysed = {}) => ({
  weights,
  analysed: Object.entries(analysed).map(([domain, weight]) => ({
    domain,
    weight: weight as number,
  })),
})
const shares = (...args: Parameters<typeof starvedByHand>) =>
  starvedByHand(...args).map(({ values }) => values)

describe('Domain-0 beside weights for a host that cannot be read', () => {
  it('falls below what it needs, by the weights that are known', () => {
    const host = known({ 'Domain-0': 512, vm1: 256, vm2: 256 })
    expect(shares(host, wish([{ domain: 'vm1', weight: 2560 }]), NEED)).toEqual([
      { from: 0.5, to: 512 / (512 + 2560 + 256), ...NEED },
    ])
    expect(shares(host, wish([{ domain: 'vm1', weight: 1280 }]), NEED)).toEqual([])
  })

  it('counts Xen’s 256 for what is not known, and nothing for domains that are gone', () => {
    const host = [...known({ vm1: null }), ...known({ vm2: 5000 }, new Date())]
    expect(shares(host, wish([{ domain: 'vm1', weight: 2048 }]), NEED)).toEqual([
      { from: 0.5, to: 256 / 2304, ...NEED },
    ])
    expect(shares([], wish([{ domain: 'vm1', cap: 50 } as { domain: string }]), NEED)).toEqual([])
  })

  it('begins at the weights that an analysis started from', () => {
    const asked = wish([{ domain: 'vm1', weight: 2048 }], { vm1: 2048 })
    expect(shares(known({ vm1: 256 }), asked, NEED)).toEqual([])
  })

  it('keeps its own weight, which no plan changes', () => {
    expect(shares([], wish([{ domain: 'Domain-0', weight: 1 }]), NEED)).toEqual([])
  })
})
