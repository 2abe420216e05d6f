import { vmmOverhead } from '@steelyard/model'
import { expect, it } from 'vitest'
import { basisWords } from './overhead-words.ts'

const measured = (batches: number) =>
  vmmOverhead({
    pCpus: 4,
    measured: [3, 4].flatMap((jobs) =>
      Array.from({ length: batches }, (_, batch) => ({
        jobs,
        runTimesSeconds: [100 + jobs + batch],
      })),
    ),
  })

it('says what an interval would take where there is none', () => {
  expect(basisWords(measured(2))).toBe(
    'Measured: run times of 4 jobs side by side over those of 3, batch by batch.',
  )
  expect(basisWords(measured(1))).toMatch(/ An interval needs at least two of each, /)
})

it('names the platform and the hardware of published figures', () => {
  expect(basisWords(vmmOverhead({ platform: 'kvm' }))).toMatch(
    /^Published, paper 4, 2010 hardware .*: KVM, without a spread/,
  )
})
