import { exampleLoad } from '@steelyard/analysis'
import { expect, it } from 'vitest'
import { analysisLoad } from './analysis-load.ts'

const known = exampleLoad([{ arrivalRatePerSecond: 8, serviceTimeSeconds: 0.07 }])
const stored = () => JSON.parse(JSON.stringify(known))

it('is read as it was stored, to the last field', () => {
  expect(analysisLoad.read(stored())).toEqual(stored())
  const cannot = { code: 'refused', message: 'No arrivals.' }
  expect(analysisLoad.read({ ...stored(), twin: { cannot } }).twin).toEqual({ cannot })
})

it.each([
  ['nothing', undefined],
  ['no load', { ...stored(), load: undefined }],
  ['weights that are words', { ...stored(), weights: { vm1: '256' } }],
  ['a twin that neither plays nor has a reason', { ...stored(), twin: {} }],
  ['a measurement by nobody known', { ...stored(), measured: [{ domain: 'vm1' }] }],
])('is refused with what to do when there is %s', (_, json) => {
  expect(() => analysisLoad.read(json)).toThrow(
    expect.objectContaining({
      kind: 'conflict',
      code: 'analysis-unreadable',
      message: expect.stringContaining('analyse the uploads again'),
    }),
  )
})
