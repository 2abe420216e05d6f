import { expect, it } from 'vitest'
import { trendOf } from './trend-of.ts'

const recorded = (at: string, ...times: [number | null, number | null][]) => ({
  recordedAt: new Date(at).toISOString(),
  domains: times.map(([observedMs, targetMs], index) => ({
    domain: `vm${index}`,
    observedMs,
    targetMs,
    meetsTarget: null,
  })),
})

it('takes the worst domain of each recording, oldest first', () => {
  expect(
    trendOf([
      recorded('2026-11-20T10:00:00Z', [50, 100], [90, 60]),
      recorded('2026-11-19T10:00:00Z', [20, 100]),
    ]),
  ).toEqual([
    { at: '2026-11-19T10:00:00.000Z', worstRatio: 0.2 },
    { at: '2026-11-20T10:00:00.000Z', worstRatio: 1.5 },
  ])
})

it('counts the seven days from the newest recording, not from today', () => {
  const points = trendOf([
    recorded('2020-01-08T00:00:00Z', [1, 2]),
    recorded('2020-01-01T00:00:00Z', [1, 2]),
    recorded('2019-12-31T23:59:59Z', [1, 2]),
  ])
  expect(points.map(({ at }) => at.slice(0, 10))).toEqual(['2020-01-01', '2020-01-08'])
})

it('has one point for a recording that was analysed twice: the newer analysis', () => {
  const at = '2026-11-20T10:00:00Z'
  expect(trendOf([recorded(at, [30, 100]), recorded(at, [90, 100])])).toMatchObject([
    { worstRatio: 0.3 },
  ])
})

it('leaves out recordings without a target or a measurement', () => {
  const at = '2026-11-20T10:00:00Z'
  expect(trendOf([recorded(at, [30, null], [null, 80])])).toEqual([])
  expect(trendOf([])).toEqual([])
})
