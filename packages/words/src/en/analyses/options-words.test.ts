import type { OptionName, WeightOptions, WeightRow } from '@steelyard/analysis'
import { describe, expect, it } from 'vitest'
import { absentWords, moreRoomWords, optionsHeadline } from './options-words.ts'

/** A row in which each domain's time is this many times its target; null for no target. */
const row = (names: OptionName[], ratios: (number | null)[]): WeightRow => {
  const domains = ratios.map((ratio, index) => ({
    domain: `vm${index + 1}`,
    weight: 256,
    predicted: { seconds: 1, lowSeconds: 1, highSeconds: 1 },
    meetsTarget: ratio === null ? null : ratio <= 1,
  }))
  const worst = Math.max(...ratios.map((ratio) => ratio ?? 0))
  return { names, domains, worst: worst > 0 ? { domain: 'vm1', ratio: worst } : null, payers: [] }
}
const options = (...rows: WeightRow[]): WeightOptions => ({
  by: 'twin',
  rows,
  absent: [],
  unpredicted: null,
})
const inForce = row(['in-force', 'equal'], [1.3, 0.4])

describe('the headline of the options', () => {
  it('counts those that meet all targets, and names who misses with the others', () => {
    const found = options(
      inForce,
      row(['recommended'], [0.5, 0.77]),
      row(['smallest-change'], [0.67, 0.6]),
      row(['sandpiper'], [0.2, 2.1]),
      row(['total-delay'], [0.3, 1.9]),
    )
    expect(optionsHeadline(found)).toBe(
      'Two options are predicted to meet all targets. With SandPiper’s weights and the weights of eq (7), vm2 misses.',
    )
  })

  it('says where none does, and where one is enough', () => {
    expect(optionsHeadline(options(inForce, row(['sandpiper'], [1.2, 2])))).toBe(
      'No options are predicted to meet all targets. With SandPiper’s weights, vm1 and vm2 miss.',
    )
    expect(optionsHeadline(options(row(['in-force', 'recommended'], [0.9, 0.5])))).toBe(
      'One option is predicted to meet all targets.',
    )
  })

  it('promises nothing without targets or evidence', () => {
    expect(optionsHeadline(options(row(['in-force'], [null, null])))).toBe(
      'No targets are set, so the options are only compared.',
    )
    expect(optionsHeadline({ ...options(inForce), unpredicted: 'not-enough-evidence' })).toContain(
      'is not enough',
    )
  })
})

describe('an option that leaves more room than the recommended one', () => {
  const recommended = row(['recommended'], [0.5, 0.77])

  it('is not hidden', () => {
    const found = options(inForce, recommended, row(['smallest-change'], [0.67, 0.6]))
    expect(moreRoomWords(found)).toBe(
      'The smallest change leaves more room than the recommended weights, 33 against 23 %.',
    )
    const other = options(inForce, row(['recommended'], [1.5, 1]), row(['total-delay'], [0.9, 0.8]))
    expect(moreRoomWords(other)).toBe(
      'The weights of eq (7) leave more room than the recommended weights, 10 against none.',
    )
    const missed = options(inForce, row(['recommended'], [1.5, 1]), row(['equal'], [1.2, 1]))
    expect(moreRoomWords(missed)).toBe(
      'Equal weights come closer to the targets than the recommended weights.',
    )
  })

  it('is not mentioned where there is none, or hardly any difference', () => {
    expect(moreRoomWords(options(inForce, recommended))).toBeNull()
    expect(moreRoomWords(options(inForce, recommended, row(['equal'], [0.7, 0.765])))).toBeNull()
    expect(moreRoomWords(options(inForce, row(['equal'], [0.2, 0.2])))).toBeNull()
  })
})

it('says why an option has no row', () => {
  const say = (name: OptionName, code: WeightOptions['absent'][number]['code']) =>
    absentWords({ name, code }, () => 'SandPiper cannot say.')
  expect(say('sandpiper', 'no-answer')).toBe('SandPiper cannot say.')
  expect(say('total-delay', 'no-answer')).toContain('Eq (7)')
  expect(say('smallest-change', 'none-found')).toContain('No change that was tried')
})
