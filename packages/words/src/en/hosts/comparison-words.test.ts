import { describe, expect, it } from 'vitest'
import { comparisonWords, domainWords } from './comparison-words.ts'

const side = (observedMs: number | null, arrivalRatePerSecond = 10) => ({
  ...{ domain: 'vm1', weight: 256, observedMs, targetMs: null, meetsTarget: null },
  arrivalRatePerSecond,
})
const compared = (beforeMs: number, afterMs: number, beyondChance: boolean | null, rate = 10) => ({
  ...{ domain: 'vm1', before: side(beforeMs), after: side(afterMs, rate), beyondChance },
  changeMs: afterMs - beforeMs,
})

describe('the words on one domain', () => {
  it.each([
    [
      compared(95, 50, true, 10.5),
      'vm1 became faster, beyond chance: 95.0 ms before, 50.0 ms after, under about the same load.',
    ],
    [
      compared(50, 95, true, 15),
      'vm1 became slower, beyond chance: 50.0 ms before, 95.0 ms after, under 50 % more load.',
    ],
    [
      compared(50, 55, false, 5),
      'The change of vm1 is not beyond chance: 50.0 ms before, 55.0 ms after, under 50 % less load.',
    ],
    [
      compared(50, 55, null),
      'vm1 looks slower, but too few windows were measured to tell: 50.0 ms before, 55.0 ms after, under about the same load.',
    ],
  ])('say how it changed: %#', (change, words) => {
    expect(domainWords(change)).toBe(words)
  })

  it('say what is missing', () => {
    const change = compared(1, 2, null)
    expect(domainWords({ ...change, after: null })).toBe(
      'vm1 is only in the earlier of the two recordings.',
    )
    expect(domainWords({ ...change, changeMs: null })).toBe(
      'vm1 was not measured in both recordings.',
    )
  })
})

it('the whole comparison names who gained, who lost and who stayed', () => {
  const named = (domain: string, change: ReturnType<typeof compared>) => ({ ...change, domain })
  const all = [
    named('vm1', compared(90, 50, true)),
    named('vm2', compared(50, 90, true)),
    named('vm3', compared(50, 51, false)),
  ]
  expect(comparisonWords(all)).toBe(
    'vm1 became faster, vm2 became slower and the change of vm3 is not beyond chance.',
  )
  expect(comparisonWords([named('vm1', compared(1, 2, null))])).toMatch(/^Too little was measured/)
})
