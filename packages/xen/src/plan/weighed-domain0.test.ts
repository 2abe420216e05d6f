import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readHost } from '../read-host.ts'
import { domainNamed, sampleHost } from '../testing/double-state.ts'
import { localShell } from '../testing/local-shell.ts'
import { findDrift } from './find-drift.ts'
import { makePlan } from './make-plan.ts'

const host = () => sampleHost('credit', 4)

async function planned(weights: Record<string, number>, of = host(), weighsDomain0 = true) {
  const plan = makePlan({
    inventory: await readHost(localShell(of)),
    wanted: Object.entries(weights).map(([name, weight]) => ({
      uuid: domainNamed(of, name).uuid,
      weight,
    })),
    username: 'root',
    domain0: { needs: 0.5, use: 1 },
    weighsDomain0,
  })
  return { plan, domain0: plan.shares.find(({ name }) => name === 'Domain-0')! }
}

describe('a hypervisor that weighs Domain-0 by itself', () => {
  it('keeps its weight in proportion to the others’, each as often as it has vCPUs', async () => {
    const of = host()
    Object.assign(domainNamed(of, 'vm1'), { vCpus: 3 })
    // 3 x 256 + 256 + 256 become 3 x 512 + 256 + 256.
    const { plan, domain0 } = await planned({ vm1: 512 }, of)
    expect(domain0).toMatchObject({ weightBefore: 256, weightAfter: Math.round((256 * 8) / 5) })
    expect(plan.reasons).toEqual([
      {
        code: 'domain-0-weighed',
        effect: 'tells',
        uuid: domain0.uuid,
        values: { from: 256, to: 410 },
      },
    ])
    expect(plan.canApply).toBe(true)
  })

  it('keeps Domain-0’s share where all guests have as many vCPUs, but for rounding', () =>
    fc.assert(
      fc.asyncProperty(
        fc.record({
          vm1: fc.integer({ min: 100, max: 9999 }),
          vm2: fc.integer({ min: 100, max: 9999 }),
          vm3: fc.integer({ min: 100, max: 9999 }),
        }),
        async (weights) => {
          const { domain0 } = await planned(weights)
          expect(domain0.shareAfter).toBeCloseTo(domain0.shareBefore, 2)
        },
      ),
      { numRuns: 30 },
    ))

  it('stays within Xen’s weights', async () => {
    const of = host()
    domainNamed(of, 'Domain-0').weight = 60_000
    const { domain0 } = await planned({ vm1: 65_535 }, of)
    expect(domain0.weightAfter).toBe(65_535)
  })

  it('changes it meanwhile, which is no drift', async () => {
    const of = host()
    const { plan } = await planned({ vm1: 512 }, of)
    const { plan: other } = await planned({ vm1: 512 }, of, false)
    domainNamed(of, 'Domain-0').weight = 384
    const now = await readHost(localShell(of))
    expect(findDrift(plan, now)).toEqual([])
    expect(findDrift(other, now).map(({ kind }) => kind)).toEqual(['weight-changed'])
    domainNamed(of, 'vm2').weight = 300
    const later = await readHost(localShell(of))
    expect(findDrift(plan, later).map(({ name }) => name)).toEqual(['vm2'])
  })
})

it('is left out where it does not', async () => {
  const { plan, domain0 } = await planned({ vm1: 512 }, host(), false)
  expect(domain0.weightAfter).toBe(256)
  expect(plan).not.toHaveProperty('weighsDomain0')
  expect(plan.reasons.map(({ code }) => code)).toEqual(['domain-0-starved'])
})
