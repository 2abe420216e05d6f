import { ModelInputError } from '@steelyard/model'
import { expect, test } from 'vitest'
import type { Predictor } from './predictor.ts'
import type { Run } from './recordings/read-run.ts'
import { remember } from './remember.ts'

const run = () => ({ name: 'a', phases: [{}, {}], notes: [] as string[] }) as unknown as Run

function counting(answer: () => Map<string, { mean: number }>) {
  let asked = 0
  const predictor: Predictor = {
    id: 'any',
    title: 'Any',
    standing: 'textbook',
    predict: async ({ phases }) => {
      asked++
      return phases.map(answer)
    },
  }
  return { predictor: remember(predictor), asked: () => asked }
}

test('a question is asked once, another one anew', async () => {
  const { predictor, asked } = counting(() => new Map([['vm1', { mean: 1 }]]))
  const first = await predictor.predict(run(), [{ vm1: 1 }])
  expect(await predictor.predict(run(), [{ vm1: 1 }])).toBe(first)
  await predictor.predict(run(), [{ vm1: 2 }])
  expect(asked()).toBe(2)
})

test('what a model refuses becomes a note, a fault of the program does not', async () => {
  const refused = run()
  const { predictor } = counting(() => {
    throw new ModelInputError('weight-missing', 'No weight is known.')
  })
  expect(await predictor.predict(refused, [])).toEqual([new Map(), new Map()])
  await predictor.predict(refused, [{ vm1: 2 }])
  expect(refused.notes).toEqual(['any has no answer: No weight is known.'])
  const broken = counting(() => {
    throw new TypeError('x is undefined')
  })
  await expect(broken.predictor.predict(run(), [])).rejects.toThrow(TypeError)
})
