import type { AsPrinted } from '@steelyard/analysis'
import { decide, type JudgedDomain } from '@steelyard/model'
import { expect, it } from 'vitest'
import { presentAsPrinted } from './present-as-printed.ts'

const targets = [{ domain: 'vm1', responseTimeMs: 9, throughputPerSecond: null }]
const judgedAt = (ms: number): JudgedDomain[] => [
  {
    name: 'vm1',
    observedResponseTimeSeconds: ms / 1000,
    observedThroughputPerSecond: 45,
    offeredPerSecond: 45,
    target: { responseTimeSeconds: 9 / 1000 },
  },
]
const presented = (ms: number, more: Partial<AsPrinted> = {}) => {
  const judged = judgedAt(ms)
  return presentAsPrinted(
    {
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
    },
    targets,
  )
}

it('says once that the two readings differ', () => {
  const { statement, printed, corrected, sums } = presented(9)
  expect(statement).toBe(
    'As printed, the equations say “move a domain”; corrected, they say “other weights”.',
  )
  expect(printed.reasons.map(({ code }) => code)).not.toContain('rules-disagree')
  expect(printed.overloaded).toEqual(['vm1'])
  expect(corrected.verdict).toBe('reweight')
  expect(sums).toEqual({ peakMs: 9, targetMs: 9 })
})

it('says what they agree on', () => {
  expect(presented(12).statement).toBe(
    'Printed or corrected, the equations say the same here: move a domain.',
  )
})

it('says where the straight line leads', () => {
  const { totalDelay } = presented(12)
  expect(totalDelay!.statement).toContain('gives all but the least to vm1')
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
