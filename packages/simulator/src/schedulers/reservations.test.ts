import { type RealTimeDomain, schedulability } from '@steelyard/model'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { simulate } from '../engine/simulate.ts'

interface Reserved {
  task: RealTimeDomain
  reservation: { periodUs: number; budgetUs: number }
  firstReleaseSeconds: number
}

/** Deadlines missed by domains on one pCPU under RTDS. */
function missed(all: readonly Reserved[], horizonSeconds: number): number {
  const guests = all.map(({ task, reservation, firstReleaseSeconds }) => ({
    name: task.name,
    reservation: {
      periodSeconds: reservation.periodUs / 1e6,
      budgetSeconds: reservation.budgetUs / 1e6,
      extraTime: false,
    },
    realTime: {
      periodSeconds: task.periodSeconds,
      executionSeconds: task.executionSeconds,
      firstReleaseSeconds,
    },
  }))
  const config = { pCpus: 1, scheduler: { name: 'rtds' } as const, guests }
  const { domains } = simulate(config, { seed: 1, horizonSeconds })
  return domains.reduce((sum, { deadlines }) => sum + deadlines!.missed, 0)
}

const task = (name: string, periodMs: number, executionMs: number): RealTimeDomain => ({
  name,
  periodSeconds: periodMs / 1000,
  executionSeconds: executionMs / 1000,
})

test('a retained budget of a long period shuts out a short one although both fit', () => {
  const reserved = [
    {
      task: task('short', 10, 5.9),
      reservation: { periodUs: 1000, budgetUs: 628 },
      firstReleaseSeconds: 0.009489,
    },
    {
      task: task('long', 50, 16),
      reservation: { periodUs: 5000, budgetUs: 1778 },
      firstReleaseSeconds: 0.008326,
    },
  ]
  expect(missed(reserved, 20)).toBeGreaterThan(300)
})

test('reservations advised for any phase miss no deadline, whenever the jobs arrive', () => {
  const sets = fc
    .array(
      fc.record({
        periodMs: fc.constantFrom(5, 10, 17, 40, 50, 100),
        part: fc.double({ min: 0.05, max: 0.6, noNaN: true }),
        phase: fc.double({ min: 0, max: 0.999, noNaN: true }),
      }),
      { minLength: 2, maxLength: 4 },
    )
    .map((tasks) =>
      tasks.map(({ periodMs, part, phase }, index) => {
        const executionMs = Math.ceil(periodMs * part * 1000) / 1000
        return { ...task(`rt${index}`, periodMs, executionMs), phase }
      }),
    )
  let played = 0
  fc.assert(
    fc.property(sets, (realTime) => {
      const { schedulable, reservations } = schedulability({ pCpus: 1, realTime })
      fc.pre(schedulable && reservations.every(({ anyPhase }) => anyPhase))
      played++
      const reserved = realTime.map(({ phase, ...of }, index) => ({
        task: of,
        reservation: reservations[index]!,
        firstReleaseSeconds: phase * of.periodSeconds,
      }))
      expect(missed(reserved, 2)).toBe(0)
    }),
    { numRuns: 100, seed: 7 },
  )
  expect(played).toBeGreaterThanOrEqual(100)
})
