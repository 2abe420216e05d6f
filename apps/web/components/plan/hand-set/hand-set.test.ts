import type { Domain, Host } from '@steelyard/contract'
import { describe, expect, it } from 'vitest'
import { changedWeights, fixedDomain, settableDomains } from './hand-set.ts'
import { handSetSchema } from './hand-set-schema.ts'

function domain(name: string, rest: Partial<Domain> = {}): Domain {
  return {
    id: '00000000-0000-4000-8000-000000000001',
    name,
    xenUuid: null,
    xenId: null,
    vCpus: 2,
    memoryMb: null,
    weight: 256,
    cap: 0,
    cpupool: 'Pool-0',
    affinity: null,
    state: null,
    seenAt: null,
    gone: false,
    target: { responseTimeMs: null, throughputPerSecond: null, isSoft: false },
    guestLog: null,
    applied: null,
    drift: [],
    driftSince: null,
    ...rest,
  }
}

const host = {
  domains: [
    domain('Domain-0'),
    domain('vm1'),
    domain('vm2', { weight: null, cap: 50 }),
    domain('old', { gone: true }),
  ],
} as Host
const domains = settableDomains(host)

describe('weights set by hand', () => {
  it('are not offered for Domain-0 or a domain that is gone', () => {
    expect(domains.map((each) => each.name)).toEqual(['vm1', 'vm2'])
    expect(fixedDomain(host)).toEqual({ name: 'Domain-0', cpupool: 'Pool-0', weight: 256 })
  })

  it('count Domain-0 with Xen’s default where nobody read it', () => {
    const unread = { domains: [domain('vm1', { weight: 512 })] } as Host
    expect(fixedDomain(unread)).toMatchObject({ name: 'Domain-0', weight: 256 })
  })

  it('ask only for what differs, and name the cap only when it does', () => {
    const rows = [
      { weight: 512, cap: 0 },
      { weight: 256, cap: 80 },
    ]
    expect(changedWeights(domains, { rows })).toEqual([
      { domain: 'vm1', weight: 512 },
      { domain: 'vm2', weight: 256, cap: 80 },
    ])
    expect(
      changedWeights(domains, { rows: domains.map(({ weight, cap }) => ({ weight, cap })) }),
    ).toEqual([])
  })

  it.each([
    [{ weight: 0, cap: 0 }, 'rows.0.weight'],
    [{ weight: 65_536, cap: 0 }, 'rows.0.weight'],
    [{ weight: 1.5, cap: 0 }, 'rows.0.weight'],
    [{ weight: Number.NaN, cap: 0 }, 'rows.0.weight'],
    [{ weight: 256, cap: 201 }, 'rows.0.cap'],
    [{ weight: 256, cap: -1 }, 'rows.0.cap'],
  ])('are refused as %j', (row, path) => {
    const parsed = handSetSchema(domains).safeParse({
      rows: [row, { weight: 256, cap: 50 }],
      pins: [],
    })
    expect(parsed.error?.issues.map((issue) => issue.path.join('.'))).toContain(path)
  })

  it('may be at the bounds', () => {
    const rows = [
      { weight: 1, cap: 200 },
      { weight: 65_535, cap: 0 },
    ]
    expect(handSetSchema(domains).safeParse({ rows, pins: [] }).success).toBe(true)
  })
})
