import { expect, test } from 'vitest'
import { loadBandOf, type ResidualSpreads, residualSpreadOf } from './residual-spread-of.ts'
import { residualSpreads } from './residual-spreads.ts'

const spread = (logSpread: number) => ({ logSpread, values: 20 })
const some: ResidualSpreads = {
  twin: {
    mean: {
      diagnosis: [spread(0.1), spread(0.2), spread(0.3)],
      forecast: [null, null, spread(0.5)],
    },
    tail: { diagnosis: [spread(0.6), null, null], forecast: [null, null, null] },
  },
  sdps: {
    mean: { diagnosis: [spread(0.2), null, spread(0.4)], forecast: [null, null, null] },
    tail: { diagnosis: [spread(0.7), null, null], forecast: [null, null, null] },
  },
}

test('bands include their lower border', () => {
  expect([0, 0.699, 0.7, 0.849, 0.85, 1.2].map(loadBandOf)).toEqual([0, 0, 1, 1, 2, 2])
})

test('uses the diagnosis for a forecast at a load where no forecast was checked', () => {
  expect(residualSpreadOf('twin', 'mean', 'forecast', 0.9, some)).toEqual(spread(0.5))
  expect(residualSpreadOf('twin', 'mean', 'forecast', 0.6, some)).toEqual(spread(0.1))
  expect(residualSpreadOf('twin', 'mean', 'diagnosis', 0.9, some)).toEqual(spread(0.3))
})

test('uses the widest spread where nothing is known', () => {
  expect(residualSpreadOf('sdps', 'mean', 'forecast', 0.8, some)).toEqual(spread(0.4))
  expect(residualSpreadOf('twin', 'mean', 'forecast', null, some)).toEqual(spread(0.5))
})

test('tells percentiles from means', () => {
  expect(residualSpreadOf('twin', 'tail', 'diagnosis', 0.5, some)).toEqual(spread(0.6))
  expect(residualSpreadOf('sdps', 'tail', 'forecast', 0.9, some)).toEqual(spread(0.7))
})

test('the shipped table has a spread for every question', () => {
  for (const estimator of ['twin', 'sdps'] as const) {
    for (const figure of ['mean', 'tail'] as const) {
      expect(residualSpreads[estimator][figure].diagnosis).toHaveLength(3)
      for (const question of ['diagnosis', 'forecast'] as const) {
        for (const utilisation of [0.3, 0.8, 0.95, null]) {
          const { logSpread, values } = residualSpreadOf(estimator, figure, question, utilisation)
          expect(logSpread).toBeGreaterThanOrEqual(0)
          expect(logSpread).toBeLessThan(1)
          expect(values).toBeGreaterThan(2)
        }
      }
    }
  }
})
