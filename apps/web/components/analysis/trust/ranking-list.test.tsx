import type { Ranking } from '@steelyard/contract'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { RankingList, widestError } from './ranking-list.tsx'

type Ranked = Ranking['estimators'][number]

function ranked(estimator: Ranked['estimator'], medianApe: number | null, more = {}): Ranked {
  return {
    estimator,
    windows: 63,
    medianApe,
    mape: medianApe === null ? null : 1.5 * medianApe,
    biasMs: medianApe === null ? null : -1.2,
    forecasts: true,
    note: null,
    ...more,
  }
}

const html = renderToStaticMarkup(
  <RankingList
    ranking={{
      used: 'delay-aware',
      best: 'sdps',
      reason: '',
      estimators: [
        ranked('measured-wait', 0.05, { forecasts: false }),
        ranked('sdps', 0.12, { note: 'See E0.5.' }),
        ranked('delay-aware', 0.7),
        ranked('sandpiper', null),
      ],
    }}
  />,
)
const [wait, sdps, delayAware, sandpiper] = html
  .split('<li>')
  .slice(1)
  .map((item) => item.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' '))

it('names the one in use and the closest one, even if they differ', () => {
  expect(sdps).toContain('closest on this recording')
  expect(sdps).not.toContain('used for the verdict')
  expect(delayAware).toContain('used for the verdict')
  expect(delayAware).not.toContain('closest')
})

it('shows every error in numbers', () => {
  expect(sdps).toContain('median error 12.0 % mean error 18.0 %, bias −1.20 ms, 63 windows')
})

it('names estimators that cannot forecast, and those that could not be compared', () => {
  expect(wait).toContain('cannot forecast')
  expect(sandpiper).toContain('not comparable')
  expect(sandpiper).not.toContain('mean error')
})

const of = (medianApe: number | null, mape: number | null = medianApe) => ({ medianApe, mape })

it('scales the bars to the largest error', () => {
  expect(widestError([of(0.1, 0.15), of(0.3, 0.4)])).toBe(0.4)
})

it('does not let one large error flatten the others', () => {
  expect(widestError([of(0.1, 0.15), of(0.6, 0.9), of(6, 12)])).toBe(0.9)
  expect(widestError([of(0.01), of(6)])).toBe(0.5)
})

it('has a width where nothing was measured', () => {
  expect(widestError([of(null)])).toBeGreaterThan(0)
  expect(widestError([])).toBeGreaterThan(0)
})
