import { expect, it } from 'vitest'
import { STEPS_PER_DAY } from './clock.ts'
import { FAMILIES } from './families.ts'
import { missedShares } from './judge.ts'
import { judgedMinutes } from './judged.ts'
import type { LoadPlan } from './load-plan.ts'
import { LoopInMemory } from './loop-in-memory.ts'
import { doNothing, playEntrant } from './play-entrant.ts'
import { SdpsHost } from './sdps-host.ts'

/** An hour and a half in which `vm1` asks for nearly twice as much as usual. */
function overloadedPlan(): LoadPlan {
  const constant = (rate: number) => new Float64Array(STEPS_PER_DAY).fill(rate)
  return {
    family: FAMILIES.payer,
    seed: 1,
    days: 1 / 16,
    rates: { vm1: constant(4.2), vm2: constant(2.4), vm3: constant(1.6) },
    overloads: [],
    absences: [],
    reboots: [],
    gaps: [],
    clockErrors: [],
  }
}

it('closes the loop: a person approves the first of a kind, and its outcome is confirmed', async () => {
  const plan = overloadedPlan()
  const loop = new LoopInMemory(plan.family)
  const alone = await playEntrant(plan, new SdpsHost(plan), doNothing)
  const { minutes, changes } = await playEntrant(plan, new SdpsHost(plan), loop)
  expect(missedShares(judgedMinutes(plan.family, alone.minutes, 'log')).ofTime).toBeGreaterThan(0.9)
  expect(changes.map(({ by }) => by)).toEqual(['approval'])
  const [{ before, after }] = changes as [(typeof changes)[0]]
  expect(after.vm1!).toBeGreaterThan(before.vm1!)
  expect(loop.counts.outcomes).toEqual({ confirmed: 1 })
  expect(missedShares(judgedMinutes(plan.family, minutes.slice(-30), 'log')).ofTime).toBe(0)
}, 180_000)
