import { ESTIMATOR_IDS } from '@steelyard/model'
import { expect, it } from 'vitest'
import type { WindowValues } from '../present/present-window.ts'
import { seriesPoint } from './get-series.ts'

const window = (
  estimatesMs: Partial<WindowValues['estimatesMs']>,
  doubts: Partial<WindowValues['doubts']>,
): WindowValues => ({
  windowSeconds: 10,
  weight: 256,
  requests: 50,
  arrivalRatePerSecond: 5,
  utilisation: 0.9,
  serviceTimeMs: 6,
  runnableWaitPerRequestMs: null,
  measuredMs: 40,
  measuredP95Ms: 80,
  measuredRequests: 50,
  measuredBy: 'client',
  estimatesMs: { ...each(null), ...estimatesMs },
  doubts: { ...each([]), ...doubts },
  breakdown: null,
})

function each<T>(value: T): Record<(typeof ESTIMATOR_IDS)[number], T> {
  return Object.fromEntries(ESTIMATOR_IDS.map((id) => [id, value])) as never
}

it('tells a saturated estimator from one that lacks a measurement or only doubts its value', () => {
  const point = seriesPoint(
    new Date(0),
    window(
      { 'delay-aware': 21 },
      {
        'delay-aware': ['host-saturated'],
        sdps: ['host-saturated'],
        sandpiper: ['saturated'],
        'measured-wait': ['not-measured'],
      },
    ),
  )
  expect(point.saturated).toEqual(['sdps', 'sandpiper'])
  expect(point.notValid).toEqual(['delay-aware', 'sdps', 'sandpiper', 'measured-wait'])
})
