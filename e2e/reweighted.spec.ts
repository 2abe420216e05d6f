import type { Page } from '@playwright/test'
import { openSample } from './lib/open-sample.ts'
import { expect } from './lib/patience.ts'
import { test } from './lib/shared-test.ts'
import { leadingNumber, phaseRow, readRow } from './lib/tables.ts'

// The shipped sample compares the real effect of a change of weights with every estimate.

const figureWithError = /^[\d,.]+\D*[\d,.]+ %$/

test('vm1 is faster with a higher weight, and vm2 slower', async ({ page, installation }) => {
  await openSample(page, installation, /equal weights/, 'evidence#phases')
  const before = await readPhaseSix(page)
  await openSample(page, installation, /vm1 raised to 384/, 'evidence#phases')
  const after = await readPhaseSix(page)

  expect([before.vm1.weight, after.vm1.weight]).toEqual(['256', '384'])
  expect(before.vm1.measuredMs).toBeCloseTo(65.6, 0)
  expect(after.vm1.measuredMs).toBeCloseTo(32.4, 0)
  expect(after.vm2.measuredMs).toBeGreaterThan(1.5 * before.vm2.measuredMs)
})

async function readPhaseSix(page: Page) {
  return { vm1: await readFor(page, 'vm1'), vm2: await readFor(page, 'vm2') }
}

async function readFor(page: Page, domain: string) {
  const row = await readRow(await phaseRow(page, 'Phase 6', domain))
  // Each estimate is shown with its error next to the measurement; SandPiper's may be infinite.
  expect(row['Delay-aware, as published']).toMatch(figureWithError)
  expect(row['Measured wait']).toMatch(figureWithError)
  if (row.SandPiper !== 'no finite answer') expect(row.SandPiper).toMatch(figureWithError)
  const weight = /weight ([\d,]+)/.exec(row['Phase, times in ms']!)?.[1]
  return { weight, measuredMs: leadingNumber(row.Measured) }
}
