import { describe, expect, it } from 'vitest'
import { STEPS_PER_DAY } from './clock.ts'
import type { Entrant } from './entrant.ts'
import { FAMILIES } from './families.ts'
import { FluidHost } from './fluid-host.ts'
import type { LoadPlan } from './load-plan.ts'
import { paperProcedure } from './paper-procedure.ts'
import { playEntrant } from './play-entrant.ts'
import { AS_PUBLISHED, sandpiper } from './sandpiper.ts'
import type { Weights } from './simulated-host.ts'

/** Two hours in which `vm1` asks for twice as much as usual. */
function overloadedPlan(): LoadPlan {
  const constant = (rate: number) => new Float64Array(STEPS_PER_DAY).fill(rate)
  return {
    family: FAMILIES.payer,
    seed: 1,
    days: 1 / 12,
    rates: { vm1: constant(4.8), vm2: constant(2.4), vm3: constant(1.6) },
    overloads: [],
    absences: [],
    reboots: [],
    gaps: [],
    clockErrors: [],
  }
}

async function changesOf(entrant: Entrant) {
  const plan = overloadedPlan()
  return (await playEntrant(plan, new FluidHost(plan), entrant)).changes
}

const domain0Share = (weights: Weights) =>
  weights['Domain-0']! / Object.values(weights).reduce((sum, weight) => sum + weight, 0)

describe('SandPiper', () => {
  it('raises who misses a target and takes from nobody', async () => {
    const changes = await changesOf(sandpiper(FAMILIES.payer, AS_PUBLISHED))
    expect(changes.length).toBeGreaterThan(0)
    for (const { before, after } of changes) {
      expect(after.vm3).toBe(before.vm3)
      expect(after.vm1! + after.vm2!).toBeGreaterThan(before.vm1! + before.vm2!)
    }
  })

  it('leaves Domain-0 a 21st of the credits when it is guarded', async () => {
    const guarded = { ...AS_PUBLISHED, guardsDomain0: true }
    const changes = await changesOf(sandpiper(FAMILIES.payer, guarded))
    expect(changes.length).toBeGreaterThan(0)
    for (const { after } of changes)
      expect(domain0Share(after)).toBeGreaterThanOrEqual(1 / 21 - 1e-9)
  })

  it('waits as long as it is told to', async () => {
    const changes = await changesOf(
      sandpiper(FAMILIES.payer, { k: 2, n: 3, pauseMinutes: 40, guardsDomain0: true }),
    )
    const gaps = changes
      .slice(1)
      .map(({ atSeconds }, index) => atSeconds - changes[index]!.atSeconds)
    expect(Math.min(2400, ...gaps)).toBe(2400)
  })
})

it('the paper’s procedure divides the guests’ weights in steps of 0.05', async () => {
  const changes = await changesOf(paperProcedure(FAMILIES.payer))
  expect(changes.length).toBeGreaterThan(0)
  for (const { after } of changes) {
    const { 'Domain-0': domain0, ...guests } = after
    expect(domain0).toBe(256)
    const sum = Object.values(guests).reduce((total, weight) => total + weight, 0)
    for (const weight of Object.values(guests)) {
      const steps = weight / sum / 0.05
      expect(Math.abs(steps - Math.round(steps))).toBeLessThan(0.05)
    }
  }
})
