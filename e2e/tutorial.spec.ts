import type { Page } from '@playwright/test'
import { waitForCharts } from './lib/drawn-charts.ts'
import { test as base } from './lib/fresh-test.ts'
import { openTab } from './lib/open-tab.ts'
import { becomeAdministrator } from './lib/operator.ts'
import { expect } from './lib/patience.ts'
import { withFreshProduct } from './lib/product.ts'

// docs/tutorial/first-plan.md, step by step, in an installation with nothing but its samples.

const test = base.extend({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from it
  product: async ({}, use) => withFreshProduct(use),
})

/** Both samples are analysed by the simulation: minutes of CPU time, which a busy machine stretches. */
const SAMPLES_MS = 900_000
test.setTimeout(2 * SAMPLES_MS)

test('the tutorial leads to a plan', async ({ page, product }) => {
  await test.step('1. start it', () => becomeAdministrator(page, product.setupUrl!))
  await test.step('2. look at the fleet', () => lookAtFleet(page))
  await test.step('3. read the verdict', () => readVerdict(page))
  await test.step('4. ask what would help', () => askWhatHelps(page))
  await test.step('5. ask how much more load fits', () => askHowMuchFits(page))
  await test.step('6. make the plan', () => makePlan(page))
})

async function lookAtFleet(page: Page): Promise<void> {
  const host = page.getByRole('main').getByRole('row', { name: /^Sample host Probably meets/ })
  await expect(host).toBeVisible({ timeout: SAMPLES_MS })
  const steps = page.getByRole('region', { name: 'First steps' })
  await steps.getByRole('link', { name: 'Sample: equal weights' }).click()
}

async function readVerdict(page: Page): Promise<void> {
  const verdict = page.getByRole('region', { name: 'Verdict' })
  await expect(verdict).toContainText(
    /vm1 takes 242\sms \(95th percentile of requests\); its target is 180\sms\./,
  )
  await expect(verdict).toContainText('Other weights are predicted to meet every target.')
  await expect(page.getByText(/^SandPiper would give vm1 .* and vm2 /)).toBeVisible()
  await waitForCharts(page)
}

async function askWhatHelps(page: Page): Promise<void> {
  await openTab(page, 'Options')
  const weight = page.getByRole('slider', { name: 'Weight of vm1' })
  await weight.focus()
  // The weights of every option are stops of the slider, too.
  for (let stop = '256'; stop !== '332'; stop = (await weight.getAttribute('aria-valuetext'))!) {
    await page.keyboard.press('ArrowRight')
    await expect(weight).not.toHaveAttribute('aria-valuetext', stop)
  }
  const options = page.getByRole('table', { name: 'What each option would do to each guest' })
  const asked = options.getByRole('row').filter({ hasText: 'Your own' })
  await expect(asked).toContainText(/\d \(\d+ to \d+\)/)
  await expect(page.getByRole('progressbar')).toHaveCount(0, { timeout: 300_000 })
  await expect(page.getByRole('button', { name: 'Try every lever' })).toBeVisible()
}

async function askHowMuchFits(page: Page): Promise<void> {
  await openTab(page, 'Headroom')
  await expect(page.getByRole('heading', { name: /vm1 already misses its target/ })).toBeVisible()
  await waitForCharts(page)
}

async function makePlan(page: Page): Promise<void> {
  await openTab(page, 'Now')
  await page.getByRole('button', { name: 'Plan these weights' }).click()
  await expect(page.getByRole('heading', { name: 'Commands to run yourself' })).toBeVisible()
  await expect(page.getByText(/xl sched-credit -d \S+ -w \d+/).first()).toBeVisible()
  await expect(page.getByRole('link', { name: 'Script (.sh)' })).toBeVisible()
}
