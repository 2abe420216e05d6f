import { expect, test } from 'vitest'
import { DAY_SECONDS, DAYS, drawLoadPlan, SERVICE_SECONDS, TARGET_SECONDS } from './load-plan.ts'

const SEEDS = [1, 2, 3, 1001, 1002, 1003, 1004, 1005]

/** The time that 95 % of the requests do not exceed in an M/M/1 queue, by its distribution. */
function percentile95(utilisation: number): number {
  const rate = (1 - utilisation) / SERVICE_SECONDS
  return -Math.log(0.05) / rate
}

test('the load misses the target within its episodes and keeps it outside, noise and bursts apart', () => {
  for (const seed of SEEDS) {
    const { utilisationAt, episodes } = drawLoadPlan(seed)
    const wrong = { inside: 0, outside: 0, minutes: 0 }
    for (let seconds = 30; seconds < DAYS * DAY_SECONDS; seconds += 60) {
      const utilisation = utilisationAt(seconds)
      const isMissed = utilisation >= 1 || percentile95(utilisation) >= TARGET_SECONDS
      const within = episodes.some((e) => seconds > e.beginSeconds && seconds < e.endSeconds)
      wrong.minutes++
      if (within && !isMissed) wrong.inside++
      if (!within && isMissed) wrong.outside++
    }
    expect(wrong.inside / wrong.minutes).toBeLessThan(0.005)
    expect(wrong.outside / wrong.minutes).toBeLessThan(0.005)
  }
})

test('episodes last minutes, and lie so far apart that each backlog is served before the next', () => {
  for (const seed of SEEDS) {
    const { episodes } = drawLoadPlan(seed)
    for (const [index, { beginSeconds, endSeconds }] of episodes.entries()) {
      expect(endSeconds - beginSeconds).toBeGreaterThanOrEqual(450)
      const next = episodes[index + 1]
      if (next) expect(next.beginSeconds - endSeconds).toBeGreaterThan(3600)
    }
  }
})

test('the same seed draws the same load', () => {
  const [once, again] = [drawLoadPlan(7), drawLoadPlan(7)]
  expect(again.episodes).toEqual(once.episodes)
  for (let seconds = 0; seconds < DAY_SECONDS; seconds += 100) {
    expect(again.utilisationAt(seconds)).toBe(once.utilisationAt(seconds))
  }
  expect(drawLoadPlan(8).episodes).not.toEqual(once.episodes)
})
