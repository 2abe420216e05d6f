import type { AnalysisResult, WeightOptions } from '@steelyard/analysis'
import { WeightOptions as Shape } from '@steelyard/contract'
import { expect, it } from 'vitest'
import { presentOptions } from './present-options.ts'

type Known = Parameters<typeof presentOptions>[0]
const known = (options: WeightOptions | undefined) =>
  ({ options, sandpiper: { domains: [] }, domains: [] }) as unknown as Known & AnalysisResult

const options: WeightOptions = {
  by: 'twin',
  rows: [
    {
      names: ['in-force', 'equal'],
      domains: [
        {
          domain: 'vm1',
          weight: 256,
          predicted: { seconds: 0.23, lowSeconds: 0.15, highSeconds: 0.36 },
          meetsTarget: false,
        },
        { domain: 'vm2', weight: 256, predicted: null, meetsTarget: null },
      ],
      worst: { domain: 'vm1', ratio: 1.25 },
      payers: [],
    },
  ],
  absent: [{ name: 'sandpiper', code: 'no-answer' }],
  unpredicted: null,
}

it('puts the rows into milliseconds, with the room that is left and what they say', () => {
  const shown = presentOptions(known(options), [])!
  expect(Shape.parse(shown)).toEqual(shown)
  expect(shown.rows).toEqual([
    {
      names: ['in-force', 'equal'],
      domains: [
        {
          domain: 'vm1',
          weight: 256,
          predicted: { ms: 230, lowMs: 150, highMs: 360 },
          meetsTarget: false,
        },
        { domain: 'vm2', weight: 256, predicted: null, meetsTarget: null },
      ],
      payers: [],
      room: -0.25,
    },
  ])
  expect(shown.headline).toBe('No options are predicted to meet all targets.')
  expect(shown.absent[0]!.text).toContain('SandPiper would change nothing')
})

it('has none for what an earlier version found', () => {
  expect(presentOptions(known(undefined), [])).toBeUndefined()
})
