import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { inRoot } from '../scripts/lib/paths.ts'
import { dropFiles } from './lib/drop-files.ts'
import { test } from './lib/fresh-test.ts'
import { becomeAdministrator } from './lib/operator.ts'
import { expect } from './lib/patience.ts'

// An operator has ten minutes: from a folder with a CPU trace and logs to the verdict, in at most
// four clicks when nothing is open. The times are printed, not judged: the machine may be busy.

const folder = inRoot('research/recordings/kept/credit-85-equal')
const MOST_CLICKS = 4

test('from a folder to the verdict', async ({ page, product }) => {
  await becomeAdministrator(page, product.setupUrl!)
  const clicks: string[] = []
  const step = async (what: string, act: () => Promise<unknown>) => {
    clicks.push(what)
    await act()
  }

  await step('New recording', () =>
    page.getByRole('complementary').getByRole('link', { name: 'New recording' }).click(),
  )
  const area = page.getByText('Drop files or a whole folder here')
  await expect(area).toBeVisible()
  const dropped = Date.now()
  const overlay = page.getByText('Drop to upload')
  await step('drop the folder', () => dropFiles(area, [folder], { until: overlay }))

  const checks = page.getByRole('list', { name: 'What was found' })
  await expect(checks.getByRole('listitem').filter({ hasText: 'CPU trace' })).toContainText('found')
  await expect(checks.getByRole('listitem').filter({ hasText: 'Logs 3/3' })).toContainText('found')
  await expect(page.getByText('credit-85-equal: no questions left.')).toBeVisible()
  await expect(page.getByLabel('Name of the new host')).toHaveValue('credit-85-equal')
  const recognisedMs = Date.now() - dropped
  await expect(page.getByRole('slider', { name: /^Target line of/ })).toHaveCount(3)
  const measuredMs = Date.now() - dropped
  await checkLine(page)

  const asked = Date.now()
  await step('Analyse', () => page.getByRole('button', { name: 'Analyse' }).click())
  await page.waitForURL(/\/hosts\/[^/]+\?recording=/, { timeout: 500_000 })
  await expect(page.getByRole('region', { name: 'Verdict' })).toBeVisible()
  const analysedMs = Date.now() - asked

  expect(clicks.length).toBeLessThanOrEqual(MOST_CLICKS)
  console.log(`${clicks.length} clicks: ${clicks.join(', ')}`)
  console.table({ recognisedMs, measuredMs, analysedMs, workMs: measuredMs + analysedMs })
  for (const { kind, stagesMs } of jobsOf(product.dataDir)) {
    console.log(kind)
    console.table(stagesMs)
  }
})

/** The line is moved by keys, and the field beside it follows. */
async function checkLine(page: Page): Promise<void> {
  const line = page.getByRole('slider', { name: 'Target line of vm1' })
  const field = page.getByLabel('Response time of vm1')
  await expect(field).toHaveValue('')
  await line.focus()
  await page.keyboard.press('ArrowRight')
  await expect(field).toHaveValue(/^\d+(\.\d+)?$/)
  const before = Number(await field.inputValue())
  for (let i = 0; i < 10; i++) await page.keyboard.press('ArrowRight')
  expect(Number(await field.inputValue())).toBeGreaterThan(before)
}

type JobLine = { kind: string; stagesMs: Record<string, number> }

/** What the worker logged about the stages of each job. */
function jobsOf(dataDir: string): JobLine[] {
  const file = path.join(dataDir, 'logs', 'worker.log')
  if (!existsSync(file)) return []
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.includes('"stagesMs"'))
    .map((line) => JSON.parse(line) as JobLine)
}
