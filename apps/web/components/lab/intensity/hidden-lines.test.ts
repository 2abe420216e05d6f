import type { IntensityPoint } from '@steelyard/contract'
import { expect, it } from 'vitest'
import { hiddenOf, lineOf } from './hidden-lines.ts'

const point = (domain: string, io: IntensityPoint['io'], creditsPerMs: number) =>
  ({ domain, io, creditsPerMs }) as IntensityPoint
const domains = ['hog', 'web'].map((domain) => ({ domain })) as never

it('takes the windows without a rate, and their average use', () => {
  const points = [
    point('hog', 'unknown', 1),
    point('hog', 'unknown', 3),
    point('hog', 'high', 9),
    point('web', 'low', 5),
  ]
  // 2 credits per millisecond are a fifth of a pCPU.
  expect(hiddenOf({ domains, points })).toEqual([{ domain: 'hog', cpuMsPerSecond: 200 }])
})

it('draws the line of equal CPU from edge to edge', () => {
  const hog = { domain: 'hog', cpuMsPerSecond: 200 }
  expect(lineOf(hog, { bottom: 1, top: 100 }, { bottom: 1, top: 1000 })).toEqual([
    { x: 1, y: 200 },
    { x: 100, y: 2 },
  ])
  expect(lineOf(hog, { bottom: 1, top: 1000 }, { bottom: 1, top: 50 })).toEqual([
    { x: 4, y: 50 },
    { x: 200, y: 1 },
  ])
  expect(lineOf(hog, { bottom: 1, top: 10 }, { bottom: 0.1, top: 1 })).toBeNull()
})
