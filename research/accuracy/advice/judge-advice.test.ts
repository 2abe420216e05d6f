import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { TwinConfig } from '@steelyard/simulator'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findOptimum } from './find-optimum.ts'
import type { Judge, JudgedTimes } from './judge.ts'
import { type Judging, judgeAdvice } from './judge-advice.ts'
import { meanLoad, meanOver } from './judged-range.ts'
import { rememberedJudge } from './remembered-judge.ts'
import type { TrueHost } from './true-host.ts'
import { alikeDomains, isSameHost, labelOf, offeredUse } from './true-loads.ts'

const hostOf = (rates: Record<string, number>, demands: Record<string, number>): TrueHost => ({
  load: {
    domains: Object.entries(rates).map(([name, arrivalRatePerSecond]) => ({
      name,
      arrivalRatePerSecond,
      serviceTimeSeconds: demands[name]!,
    })),
    domain0: { serviceTimeSeconds: 0.001, ioRequestsPerSecond: 0, delayPerIoSeconds: 0 },
    pCpus: 1,
  },
  config: {
    pCpus: 1,
    scheduler: { name: 'credit' },
    guests: Object.keys(rates).map((name) => ({ name })),
  },
})

const demands = { vm1: 0.009, vm2: 0.009, vm3: 0.004 }
const busy = hostOf({ vm1: 40, vm2: 40, vm3: 20 }, demands)
const calm = hostOf({ vm1: 10, vm2: 10, vm3: 80 }, demands)
const inForce = { 'Domain-0': 256, vm1: 256, vm2: 256, vm3: 256 }

/** The time in seconds that a log leaves out. */
const LEADING_SECONDS = 0.005

/** A judge with known times: R = alone / share of the guests' weights. */
function shareJudge(coarseSeconds = 3000) {
  const asked: { weights: number; seconds: number }[] = []
  const judge: Judge = {
    id: 'twin',
    title: 'shares',
    sources: ['research/accuracy/advice/judge.ts'],
    coarseSeconds,
    async play(_, weights, seconds) {
      asked.push({ weights: weights.length, seconds })
      return weights.map(({ 'Domain-0': __, ...guests }) => {
        const total = Object.values(guests).reduce((sum, each) => sum + each, 0)
        return Object.fromEntries(
          Object.entries(guests).map(([name, weight]) => {
            const clientSeconds = 0.01 / (weight / total)
            const loggedSeconds = clientSeconds - LEADING_SECONDS
            return [name, { clientSeconds, loggedSeconds, loggedP95Seconds: 3 * clientSeconds }]
          }),
        )
      })
    },
  }
  return { judge, asked }
}

const judging = (more: Partial<Judging> = {}): Judging => ({
  recording: 'a',
  phase: 'Phase 1',
  parts: [{ host: busy, seconds: 30 }],
  inForce,
  targets: {},
  statistic: 'mean',
  advice: {
    objective: 'mean-over-requests',
    choices: {
      recommended: { weights: { ...inForce, vm1: 461, vm2: 269, vm3: 38 }, reason: 'It says so.' },
      sdps: { weights: { ...inForce, vm1: 307, vm2: 307, vm3: 154 }, reason: '' },
      twin: { weights: inForce, reason: '' },
    },
  },
  ...more,
})

test('regret and gain, where the optimum is known', async () => {
  const { judge } = shareJudge()
  const { alike, judges, load } = await judgeAdvice(judging(), [judge])
  expect(load).toBe('40/40/20 per s of 9/9/4 ms, credit')
  expect(alike).toEqual([['vm1', 'vm2']])
  const { optimum, outcomes } = judges.twin!
  // The minimum of sum(lambda / share) is at shares proportional to sqrt(lambda): 0.37, 0.37, 0.26.
  const mean = (a: number, b: number, c: number) =>
    (0.4 * 0.01) / a + (0.4 * 0.01) / b + (0.2 * 0.01) / c
  const best = mean(7 / 20, 8 / 20, 5 / 20)
  expect(optimum.value).toBeLessThanOrEqual(best * 1.001)
  const now = mean(1 / 3, 1 / 3, 1 / 3)
  const chosen = mean(461 / 768, 269 / 768, 38 / 768)
  expect(outcomes.nothing.gain).toBeCloseTo(0, 12)
  expect(outcomes.nothing.regret).toBeCloseTo(now / optimum.value - 1, 12)
  expect(outcomes.recommended.regret).toBeCloseTo(chosen / optimum.value - 1, 12)
  expect(outcomes.recommended.gain).toBeCloseTo(1 - chosen / now, 12)
  expect(outcomes.recommended.meansSeconds.vm3).toBeCloseTo((0.01 * 768) / 38, 12)
  // 7.5 steps each would be best for the two. Among equal whole steps the best is 7 / 7 / 6.
  expect(judges.twin!.evenRegret).toBeCloseTo(mean(0.35, 0.35, 0.3) / optimum.value - 1, 2)
  expect(judges.twin!.evenRegret).toBeGreaterThan(0)
})

test('a target is a part of the judge’s own time under the weights in force', async () => {
  const { judge } = shareJudge()
  const choices = judging().advice.choices
  const wanted = judging({
    targets: { vm1: 0.6 },
    advice: { objective: 'meet-targets', choices },
  })
  const { alike, judges } = await judgeAdvice(wanted, [judge])
  // vm1 has a target of its own, so it is like no other domain.
  expect(alike).toEqual([])
  const { optimum, outcomes } = judges.twin!
  // The log shows 30 - 5 ms at a share of 1/3, so a share of 1/2 or more meets the target of 15 ms.
  // The others may take twice as long, 50 ms, which they do from a share of 1 / 5.5 on.
  expect(optimum.weights.vm1! / 768).toBeCloseTo(0.6, 2)
  expect(outcomes.nothing.value).toBeCloseTo(1 / 0.6, 9)
  expect(outcomes.recommended.value).toBeCloseTo(((0.01 * 768) / 461 - 0.005) / 0.015, 9)
  expect(outcomes.recommended.gain).toBeGreaterThan(0)
  const ofTail = await judgeAdvice({ ...wanted, statistic: 'p95' }, [judge])
  // Percentiles here are three times the client's time, so the others need a sixth.
  const { optimum: best, outcomes: tail } = ofTail.judges.twin!
  expect(best.weights.vm1! / 768).toBeCloseTo(0.6, 2)
  expect(tail.recommended.value).toBeCloseTo(768 / 461 / (3 * 0.6), 9)
})

test('percentiles over several loads are refused, because they do not add up', async () => {
  const parts = [
    { host: busy, seconds: 10 },
    { host: calm, seconds: 30 },
  ]
  const { choices } = judging().advice
  const advice = { objective: 'meet-targets', choices }
  const asked = judging({ parts, targets: { vm1: 0.6 }, statistic: 'p95', advice })
  await expect(judgeAdvice(asked, [shareJudge().judge])).rejects.toThrow('do not add up')
})

test('a short simulation precedes a long one when simulating is slow', async () => {
  const { judge, asked } = shareJudge(100)
  const value = ({ vm1 }: JudgedTimes) => ({
    value: 0,
    excess: 0,
    softExcess: 0,
    cost: vm1!.clientSeconds,
  })
  const weights = Array.from({ length: 50 }, (_, index) => ({ ...inForce, vm1: 100 + 10 * index }))
  const found = await findOptimum(
    { times: (all, seconds) => judge.play(busy.config, all, seconds), value, coarseSeconds: 100 },
    weights,
  )
  expect(found.weights.vm1).toBe(590)
  expect(asked).toEqual([
    { weights: 50, seconds: 100 },
    { weights: 4, seconds: 3000 },
  ])
})

test('over several loads each request counts once', () => {
  const parts = [
    { host: busy, seconds: 10 },
    { host: calm, seconds: 30 },
  ]
  const time = (clientSeconds: number) => ({
    clientSeconds,
    loggedSeconds: clientSeconds / 2,
    loggedP95Seconds: 3 * clientSeconds,
  })
  const means = meanOver(parts, [
    { vm1: time(0.1), vm2: time(0.2), vm3: time(0.3) },
    { vm1: time(0.01), vm2: time(0.02) },
  ])
  // vm1 has 400 requests in one part and 300 in the other; vm3 was not answered in one of them.
  expect(Object.keys(means)).toEqual(['vm1', 'vm2'])
  expect(means.vm1!.clientSeconds).toBeCloseTo((400 * 0.1 + 300 * 0.01) / 700, 12)
  expect(means.vm2!.loggedSeconds).toBeCloseTo((400 * 0.1 + 300 * 0.01) / 700, 12)
  const rates = meanLoad(parts).domains.map((domain) => domain.arrivalRatePerSecond)
  expect(rates).toEqual([17.5, 17.5, 65])
})

test('loads are the same with equal rates and pages; domains are alike at all of them', () => {
  const slower = hostOf({ vm1: 40, vm2: 40, vm3: 20 }, { ...demands, vm3: 0.006 })
  const noisy = hostOf({ vm1: 40, vm2: 40, vm3: 20 }, { ...demands, vm3: 0.0041 })
  expect([slower, noisy, calm].map((other) => isSameHost(busy, other))).toEqual([
    false,
    true,
    false,
  ])
  const bursty = { ...busy.load, domains: busy.load.domains.map((d) => ({ ...d, arrivalScv: 4 })) }
  expect(isSameHost(busy, { ...busy, load: bursty })).toBe(false)
  expect(labelOf({ ...busy, load: bursty })).toBe('40/40/20 per s of 9/9/4 ms, credit, bursty')
  expect(alikeDomains([busy, calm], [])).toEqual([['vm1', 'vm2']])
  expect(alikeDomains([busy, hostOf({ vm1: 1, vm2: 2, vm3: 3 }, demands)], [])).toEqual([])
  expect(offeredUse(busy)).toBeCloseTo(80 * 0.01 + 20 * 0.005, 12)
  expect(labelOf(calm)).toBe('10/10/80 per s of 9/9/4 ms, credit')
})

let directory: string
beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'judges-'))
})
afterAll(() => rm(directory, { recursive: true }))

test('a simulated result is reused by every caller', async () => {
  const { judge, asked } = shareJudge()
  const first = await rememberedJudge(judge, directory)
  const some = [inForce, { ...inForce, vm1: 512 }]
  const played = await first.play(busy.config, [...some, inForce], 100)
  expect(played[2]).toEqual(played[0])
  expect(asked).toEqual([{ weights: 2, seconds: 100 }])
  const second = await rememberedJudge(judge, directory)
  expect(await second.play(busy.config, some, 100)).toEqual(played.slice(0, 2))
  expect(asked).toHaveLength(1)
  // Weights are not part of the host because the question varies them.
  const reweighted: TwinConfig = {
    ...busy.config,
    guests: busy.config.guests.map((guest) => ({ ...guest, weight: 999 })),
  }
  expect(await second.play(reweighted, some, 100)).toEqual(played.slice(0, 2))
  await second.play(busy.config, some, 200)
  await second.play({ ...busy.config, pCpus: 2 }, some, 100)
  expect(asked).toHaveLength(3)
})

test('other sources are another judge', async () => {
  const { judge } = shareJudge()
  const before = (await readdir(directory)).length
  const other = { ...judge, sources: ['research/accuracy/advice/find-optimum.ts'] }
  await (await rememberedJudge(other, directory)).play(busy.config, [inForce], 100)
  expect(await readdir(directory)).toHaveLength(before + 1)
})
