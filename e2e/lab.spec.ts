import type { Page } from '@playwright/test'
import { openSample } from './lib/open-sample.ts'
import { expect } from './lib/patience.ts'
import { test } from './lib/shared-test.ts'
import { leadingNumber, readRow } from './lib/tables.ts'

// The scheduler lab compares policies. The real-time page gives a verdict at once, simulates the
// misses and leads to a plan of caps.

/** The twin simulates for some seconds, and longer on a busy machine. */
const played = { timeout: 500_000 }

test('the lab simulates the policies of paper 1 and shows what stock Xen can do', async ({
  page,
}) => {
  await page.goto('/lab')
  await expect(page.getByRole('heading', { name: 'Scheduler lab' })).toBeVisible()
  await page.getByLabel('Whose load').selectOption('paper1')
  await expect(page.getByText('Nothing has been run here yet')).toBeVisible()
  await page.getByRole('button', { name: 'Run side by side' }).click()

  await page.getByRole('region', { name: 'What the simulation found' }).waitFor(played)
  const table = page.getByRole('table', { name: 'Variants, and what they mean for dom1' })
  await expect(table).toBeVisible(played)
  const rowOf = (name: RegExp) =>
    table.getByRole('row').filter({ has: page.getByRole('rowheader', { name }) })
  const credit = await readRow(rowOf(/^Credit$/))
  const loan = await readRow(rowOf(/^Loan and redemption/))
  expect(leadingNumber(loan['Mean of dom1'])).toBeLessThan(leadingNumber(credit['Mean of dom1']))
  expect(loan.Variant).toContain('not in stock Xen')
  expect(credit.Variant).not.toContain('not in stock Xen')
  await expect(page.getByRole('region', { name: 'What the simulation found' })).toContainText(
    'helps most',
  )
})

test('an analysed host has its intensity map and lab questions about itself', async ({
  page,
  installation,
}) => {
  const { id: analysisId } = await openSample(page, installation, /equal weights/)
  await page.goto(`/lab?analysis=${analysisId}&kind=pinning`)
  const map = page.getByRole('region', { name: 'Who would a boost help?' })
  await expect(
    map.getByRole('listitem').filter({ hasText: /^vm1: (Much|Little) work/ }),
  ).toBeVisible(played)
  await page.getByRole('button', { name: 'Run side by side' }).click()
  await expect(page.getByText('This host has one pCPU: there is nothing to pin.')).toBeVisible()
})

test('the real-time page assesses the set during typing and simulates the misses', async ({
  page,
  installation,
}) => {
  await openSample(page, installation, /equal weights/, 'real-time')
  await expect(page.getByText('Mark a guest as real-time below')).toBeVisible()
  await page.getByLabel('pCPUs', { exact: true }).fill('2')
  for (const domain of ['vm1', 'vm2']) await need(page, domain, 100, 70)
  const verdict = page.getByRole('region', { name: 'Verdict' })
  await expect(verdict.getByText('fits', { exact: true })).toBeVisible()
  await page.getByLabel('CPU time of vm1').fill('101')
  await expect(page.getByText('no longer than the period')).toBeVisible()
  await page.getByLabel('pCPUs', { exact: true }).fill('1')
  await page.getByLabel('CPU time of vm1').fill('70')
  await expect(verdict.getByText('does not fit')).toBeVisible()
  await page.getByLabel('pCPUs', { exact: true }).fill('2')
  await expect(verdict.getByText('fits', { exact: true })).toBeVisible()

  await page.getByRole('button', { name: 'Predict the misses' }).click()
  const table = page.getByRole('table', { name: /^Deadlines missed/ })
  await expect(table).toBeVisible(played)
  const missed = async (policy: RegExp) => {
    const row = table
      .getByRole('row')
      .filter({ has: page.getByRole('rowheader', { name: policy }) })
    return leadingNumber((await readRow(row))['Deadlines missed'])
  }
  expect(await missed(/^All guests under RTDS/)).toBe(0)
  expect(await missed(/^Credit/)).toBeGreaterThan(0)
})

test('caps from the real-time page become a plan', async ({ page, installation }) => {
  await openSample(page, installation, /equal weights/, 'real-time')
  await need(page, 'vm1', 100, 30)
  // vm1 is given a tenth more than stated, unless its operator knows better.
  await expect(page.getByText(/capped vm2 34 % and vm3 33 %/)).toBeVisible()
  await page.getByLabel('Scheduling margin').fill('0')
  await expect(page.getByText(/capped vm2 35 % and vm3 35 %/)).toBeVisible()
  // Without a connection there is nothing to sample, so caps change by plans alone.
  await expect(page.getByText('Automatic caps are off.')).toBeVisible()
  await page.getByRole('button', { name: 'Plan the caps' }).click()
  await page.waitForURL(/\/changes\//)
  await expect(page.getByText('Caps from the real-time page')).toBeVisible()
  await expect(page.getByText(/xl sched-credit -d vm2 .*-c 35/).first()).toBeVisible()
})

/** Says what a domain needs: so much CPU time in every period. */
async function need(page: Page, domain: string, periodMs: number, cpuMs: number): Promise<void> {
  await page.getByRole('checkbox', { name: `Real-time ${domain}` }).check()
  await page.getByLabel(`Period of ${domain}`).fill(String(periodMs))
  await page.getByLabel(`CPU time of ${domain}`).fill(String(cpuMs))
}
