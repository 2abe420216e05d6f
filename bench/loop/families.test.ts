import { describe, expect, it } from 'vitest'
import { DAY_SECONDS, STEP_SECONDS } from './clock.ts'
import { FAMILIES, FAMILY_IDS } from './families.ts'
import { drawLoadPlan, type LoadPlan } from './load-plan.ts'

/** A fingerprint of all rates, in millionths of a request per second. */
function fingerprint({ family, rates }: LoadPlan): number {
  let sum = 0
  for (const { name } of family.guests) {
    for (const rate of rates[name]!) sum = (sum * 31 + Math.round(rate * 1e6)) % 1_000_000_007
  }
  return sum
}

describe('families', () => {
  it('draw for payer what seeds meant before there were families', () => {
    const drawn = (seed: number, days: number, overloadsPerDay: number) =>
      fingerprint(drawLoadPlan(FAMILIES.payer, seed, { days, overloadsPerDay }))
    expect(drawn(1, 1, 3)).toBe(14_612_568)
    expect(drawn(7, 1, 3)).toBe(623_691_055)
    expect(drawn(2001, 10, 0.5)).toBe(850_015_354)
  })

  it.each(FAMILY_IDS)('%s keeps within what its vCPUs can do, but for bursts', (id) => {
    const family = FAMILIES[id]
    const calm = {
      ...family,
      load: { ...family.load, bursts: { ...family.load.bursts, perDay: 0 } },
    }
    const plan = drawLoadPlan(calm, 5, { days: 1, overloadsPerDay: family.load.overloads.perDay })
    const most = family.load.overloads.utilisation[1] * family.pCpus
    for (let step = 0; step < DAY_SECONDS / STEP_SECONDS; step++) {
      let used = 0
      for (const { name, cpuSecondsPerRequest, capPercent = 100 } of family.guests) {
        const own = plan.rates[name]![step]! * cpuSecondsPerRequest
        expect(own).toBeLessThan(1.1 * (capPercent / 100))
        used += own
      }
      expect(used).toBeLessThan(most + 1e-9)
    }
  })

  it('lie about the time, lose the connection and ramp up in all families but where said', () => {
    for (const id of FAMILY_IDS) {
      const plan = drawLoadPlan(FAMILIES[id], 2, { days: 2, overloadsPerDay: 3 })
      expect(plan.clockErrors.length).toBeGreaterThan(0)
      expect(plan.gaps.length).toBeGreaterThan(0)
      expect(plan.overloads.some(({ isRamp }) => isRamp)).toBe(FAMILIES[id].load.overloads.ramps)
    }
  })
})
