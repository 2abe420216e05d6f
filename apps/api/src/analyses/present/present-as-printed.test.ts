import type { AsPrinted, Objective, VerdictResult } from '@steelyard/analysis'
import type { AnalysisOptions } from '@steelyard/contract'
import { decide, type JudgedDomain } from '@steelyard/model'
import { expect, it } from 'vitest'
import { presentAsPrinted } from './present-as-printed.ts'

const targets = [{ domain: 'vm1', responseTimeMs: 9, throughputPerSecond: null, isSoft: false }]
const judgedAt = (ms: number): JudgedDomain[] => [
  {
    name: 'vm1',
    observedResponseTimeSeconds: ms / 1000,
    observedThroughputPerSecond: 45,
    offeredPerSecond: 45,
    target: { responseTimeSeconds: 9 / 1000 },
  },
]
const presented = (
  ms: number,
  more: Partial<AsPrinted> = {},
  { seenMs = ms, objectives = null }: { seenMs?: number; objectives?: Objective[] | null } = {},
) => {
  const judged = judgedAt(ms)
  const asPrinted = {
    judged,
    printed: decide(judged, { rule: 'printed' }),
    corrected: decide(judged, { rule: 'gated' }),
    totalDelay: {
      domains: [
        {
          domain: 'vm1',
          weight: 256,
          constantSeconds: -0.04,
          printedWeight: 486,
          correctedWeight: 307,
        },
        {
          domain: 'vm2',
          weight: 256,
          constantSeconds: 0.04,
          printedWeight: 26,
          correctedWeight: 205,
        },
      ],
      totalSeconds: { now: 0.044, printed: 0.13, corrected: 0.041 },
    },
    notPosed: null,
    ...more,
  }
  const verdict = { judged: judgedAt(seenMs), statistic: 'p95' } as unknown as VerdictResult
  const options = { targetWindowSeconds: null, anchored: true, bounds: [], excluded: [] }
  return presentAsPrinted(
    { asPrinted, verdict, objectives },
    { targets, options: options as unknown as AnalysisOptions },
  )
}

it('says once that the two readings differ', () => {
  const { statement, printed, corrected, sums } = presented(9)
  expect(statement).toBe(
    'Of R_Peak, the equations say “move a guest” as printed; corrected, they say “other weights”.',
  )
  expect(printed.reasons.map(({ code }) => code)).not.toContain('rules-disagree')
  expect(printed.overloaded).toEqual(['vm1'])
  expect(corrected.verdict).toBe('reweight')
  expect(sums).toEqual({ peakMs: 9, targetMs: 9 })
})

it('says what they agree on', () => {
  expect(presented(12).statement).toBe(
    'Printed or corrected, the equations say the same of R_Peak: move a guest.',
  )
})

it('says where the straight line leads', () => {
  const { totalDelay } = presented(12)
  expect(totalDelay!.statement).toContain('all but the least goes to vm1')
  expect(totalDelay!.statement).toMatch(/44 ms.*130 ms.*41 ms/)
  expect(totalDelay!.domains[0]).toMatchObject({ constantMs: -40, printedWeight: 486 })
})

it('passes on why there are no weights', () => {
  const notPosed = 'vm1 would need a weight of 88474.'
  expect(presented(12, { totalDelay: null, notPosed })).toMatchObject({
    totalDelay: null,
    notPosed,
  })
})

it('says on what figure all is well where the measured percentile misses its target', () => {
  const { statement, corrected } = presented(8, {}, { seenMs: 20 })
  expect(statement).toBe(
    'Printed or corrected, the equations say the same of R_Peak: all is well. Yet the 95th percentile of requests misses a target: 20 ms against 9 ms for vm1. These equations do not look at it.',
  )
  expect(corrected.reasons.map(({ text }) => text)).toEqual([
    'R_Peak of every measured guest meets its targets.',
  ])
  expect(presented(8).statement).not.toContain('Yet')
})

it('tells eq (7) from the objective of the same name', () => {
  const objective = {
    objective: 'total-delay',
    chosenBy: 'delay-aware',
    solution: { weights: {} },
    weights: [
      { domain: 'vm1', weight: 384 },
      { domain: 'vm2', weight: 128 },
    ],
  } as unknown as Objective
  const { totalDelay } = presented(8, {}, { objectives: [objective] })
  expect(totalDelay!.statement).toContain(
    'asks another question. It also keeps the targets and scales the times towards the measurements, and chooses vm1 384 and vm2 128.',
  )
  expect(presented(8).totalDelay!.statement).not.toContain('another question')
})
