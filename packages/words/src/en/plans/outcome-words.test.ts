import type { PlanOutcome } from '@steelyard/contract'
import { expect, it } from 'vitest'
import { outcomeWords } from './outcome-words.ts'

const domain = (name: string, measuredMs: number | null): PlanOutcome['domains'][number] => ({
  domain: name,
  predicted: { ms: 50, lowMs: 40, highMs: 60 },
  measuredMs,
  asPredicted: measuredMs === null ? null : measuredMs >= 40 && measuredMs <= 60,
  targetMs: null,
  meetsTarget: null,
})

it('counts what came out as predicted and names what did not', () => {
  expect(outcomeWords('p95', 'p95', [domain('vm1', 55), domain('vm2', null)])).toBe(
    '1 guest came out as predicted.',
  )
  expect(
    outcomeWords('p95', 'p95', [domain('vm1', 55), domain('vm2', 61), domain('vm3', 39)]),
  ).toBe('1 of 3 guests came out as predicted; vm2 takes longer and vm3 takes less.')
})

it('says why nothing can be compared', () => {
  expect(outcomeWords(null, 'p95', [])).toMatch(/^No recording shows/)
  expect(outcomeWords('p95', null, [])).toMatch(/^Nothing was predicted/)
  expect(outcomeWords('mean', 'p95', [domain('vm1', 50)])).toMatch(/another statistic/)
  expect(outcomeWords('p95', 'p95', [domain('vm1', null)])).toMatch(/measured none/)
})
