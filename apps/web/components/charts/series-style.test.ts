import { expect, it } from 'vitest'
import { estimators } from '../../lib/testing/estimators.ts'
import { seriesStyles } from './series-style.ts'

const { all, styleOf } = seriesStyles(estimators)

it('lists what was measured first, then the estimators in the order of the API', () => {
  expect(all.map(({ key }) => key)).toEqual(['measured', ...estimators.map(({ id }) => id)])
})

it('draws no two series alike', () => {
  expect(new Set(all.map(({ color }) => color)).size).toBe(all.length)
  expect(new Set(all.map(({ dash, width }) => `${dash} ${width}`)).size).toBe(all.length)
})

it('draws whatever model speaks for Steelyard solid in its colour, and SandPiper in its own', () => {
  for (const estimator of ['twin', 'delay-aware'])
    expect(seriesStyles(estimators, { estimator }).styleOf(estimator)).toMatchObject({
      color: 'var(--accent)',
      dash: undefined,
    })
  expect(styleOf('sandpiper').color).toBe('var(--sandpiper)')
  expect(all.filter(({ color }) => color === 'var(--accent)')).toEqual([])
})

it('names an estimator that the API no longer has by its id', () => {
  expect(styleOf('retired')).toMatchObject({ key: 'retired', label: 'retired' })
})
