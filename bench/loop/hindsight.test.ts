import { expect, it } from 'vitest'
import { FAMILIES } from './families.ts'
import { FluidHost } from './fluid-host.ts'
import { Hindsight, scheduled } from './hindsight.ts'
import { missedShares } from './judge.ts'
import { judgedMinutes } from './judged.ts'
import { drawLoadPlan } from './load-plan.ts'
import { doNothing, playEntrant } from './play-entrant.ts'

it('finds weights that help where one guest can pay', async () => {
  const plan = drawLoadPlan(FAMILIES.payer, 1, { days: 1 / 8, overloadsPerDay: 8 })
  const hindsight = new Hindsight(plan, (...asked) => new FluidHost(...asked))
  const best = hindsight.bestFixed()
  expect(best.vm3! / (best.vm1! + best.vm2! + best.vm3!)).toBeLessThan(0.1)
  const missed = async (entrant: typeof doNothing) => {
    const { minutes } = await playEntrant(plan, new FluidHost(plan), entrant)
    return missedShares(judgedMinutes(plan.family, minutes, 'clients')).ofRequests
  }
  const alone = await missed(doNothing)
  expect(alone).toBeGreaterThan(0.1)
  expect(await missed(scheduled([best, best, best]))).toBeLessThan(alone / 4)
  expect(await missed(scheduled(hindsight.bestPerHour()))).toBeLessThan(alone / 4)
})
