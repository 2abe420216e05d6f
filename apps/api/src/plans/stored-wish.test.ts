import { expect, it } from 'vitest'
import { packWish, wishOf } from './stored-wish.ts'

const found = {
  domain: 'vm1',
  weightBefore: 256,
  predictedBefore: { seconds: 0.3, lowSeconds: 0.2, highSeconds: 0.5 },
  predictedAfter: { seconds: 0.1, lowSeconds: 0.05, highSeconds: 0.2 },
  // Times 1000 this is no whole number.
  targetSeconds: 1001 / 1000 / 1000,
  meetsTarget: true,
}
const check = { model: 'sdps', before: 1, after: 0.7, uncertainty: 0.1 }
const advised = (checks: object[]) =>
  wishOf({
    wanted: packWish({
      weights: [{ domain: 'vm1', weight: 512 }],
      pins: [],
      statistic: 'p95',
      domains: [found],
      advice: {
        by: 'twin',
        targetWindowSeconds: null,
        grade: 'enough',
        checks: checks as never,
        found: { error: 0.08, unproven: null },
      },
    }),
  })

it('is put into milliseconds and words when it is read', () => {
  const wish = advised([
    { ...check, model: 'twin', gain: 0.4, passes: true, objects: false },
    { ...check, gain: 0.3, passes: true, objects: false },
  ])
  expect(wish).toMatchObject({
    analysed: [{ domain: 'vm1', weight: 256 }],
    predicted: [{ domain: 'vm1', targetMs: 1.001, meetsTarget: true }],
    predictor: 'twin',
    notes: [],
  })
  expect(wish.predicted[0]!.after!.ms).toBeCloseTo(100, 9)
  expect(wish.statement).toMatch(
    /^Predicted by .*, which is off by 8 % on this recording\. .* agrees that the change is for the better: it expects a gain of 30 %, give or take 10 %\.$/,
  )
})

it.each([
  [true, 'does not agree: it expects a loss of 30 %'],
  [false, 'is not sure of a difference: it expects a loss of 30 %'],
])('says whether a model that expects a loss objects: %s', (objects, words) => {
  expect(advised([{ ...check, gain: -0.3, passes: false, objects }]).statement).toContain(words)
})

it('hands out what version 1 stored, and refuses a version that it does not know', () => {
  const before = { weights: [], pins: [], analysed: [], predicted: [], notes: ['as it was'] }
  expect(wishOf({ wanted: before })).toBe(before)
  expect(() => wishOf({ wanted: { ...before, version: 3 } })).toThrow('cannot be read (form 3)')
})

it('names the loop as the origin of what answers a miss', () => {
  const wanted = packWish({ weights: [], pins: [], isRelief: true, domains: [] })
  expect(wishOf({ wanted }).origin).toBe('The loop, for a missed target')
})
