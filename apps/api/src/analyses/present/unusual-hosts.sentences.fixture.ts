import type { AnalysisResult } from '@steelyard/contract'
import { expect } from 'vitest'

/** Fails where a part of a result has nothing to say, or says what no person would. */
export function expectSentences(result: AnalysisResult): void {
  const { headline, reasons, recommendation, objectives, asPrinted, dataQuality } = result
  const { besideSandpiper, missingCapacity } = result
  expect(headline).toMatch(/\.$/)
  expect(reasons.length).toBeGreaterThan(0)
  const why = dataQuality.find(({ code }) => code === 'no-recommendation')
  expect(recommendation?.reason ?? why?.text).toMatch(/\.$/)
  if (recommendation) expect(recommendation.proof.statement).toMatch(/\.$/)
  expect(besideSandpiper!.statement).toMatch(/^SandPiper .*\.$/)
  if (missingCapacity) expect(missingCapacity.statement).toMatch(/it takes about .*\.$/)
  for (const { statement } of objectives ?? []) expect(statement).toMatch(/\.$/)
  expect(asPrinted!.statement).toMatch(/\.$/)
  expect(asPrinted!.totalDelay?.statement ?? asPrinted!.notPosed).toMatch(/\.$/)
  for (const text of stringsIn(result))
    expect(text).not.toMatch(/undefined|NaN|\bnull\b|Infinity|∞/)
}

function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return value && typeof value === 'object' ? Object.values(value).flatMap(stringsIn) : []
}
