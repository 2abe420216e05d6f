import type { Locator, Page } from '@playwright/test'
import { deleteAnalysis } from '@steelyard/contract'
import { apiOf } from './lib/api.ts'
import { openSample } from './lib/open-sample.ts'
import { openTab } from './lib/open-tab.ts'
import { expect } from './lib/patience.ts'
import { test } from './lib/shared-test.ts'
import { domainRow, leadingNumber, readRow } from './lib/tables.ts'

// Shows how far an analysis can be trusted and what other settings would do: formulas answer the
// sliders, the twin confirms them, and the user chooses another estimator.

test('the estimators are ranked before any question is asked', async ({ page, installation }) => {
  await openSample(page, installation, /equal weights/, 'evidence')
  const trust = page.getByRole('region', { name: 'How far to trust it' })
  const ranked = trust.getByRole('list', { name: 'Estimators, the closest first' })
  await expect(ranked.getByText('used for the verdict')).toHaveCount(1)
  const entries = await ranked.getByRole('listitem').allInnerTexts()
  const errors = entries.flatMap((text) => /median error ([\d,.]+) %/.exec(text)?.[1] ?? [])
  const figures = errors.map(leadingNumber)
  expect(figures.length).toBeGreaterThan(3)
  expect(figures).toEqual(figures.toSorted((a, b) => a - b))
})

test('sliders change the figures by keyboard alone and can be reset', async ({
  page,
  installation,
}) => {
  await openSample(page, installation, /equal weights/, 'options')
  const vm1 = answerOf(page, 'vm1')
  const vm2 = answerOf(page, 'vm2')
  const before = { vm1: await predictedMs(vm1), vm2: await predictedMs(vm2) }

  const weight = page.getByRole('slider', { name: 'Weight of vm1' })
  await expect(weight).toHaveAttribute('aria-valuetext', '256')
  await weight.focus()
  await page.keyboard.press('End')
  await expect(weight).toHaveAttribute('aria-valuetext', '4,096')
  await expect.poll(() => predictedMs(vm1)).toBeLessThan(0.8 * before.vm1)
  await expect.poll(() => predictedMs(vm2)).toBeGreaterThan(before.vm2)

  const load = page.getByRole('slider', { name: 'Load of all domains' })
  await load.focus()
  await page.keyboard.press('Home')
  await expect(load).toHaveAttribute('aria-valuetext', '×0.05')
  await expect.poll(() => predictedMs(vm2)).toBeLessThan(before.vm2)

  await page.getByRole('button', { name: 'As analysed' }).click()
  await expect.poll(() => predictedMs(vm1)).toBe(before.vm1)
  await expect(weight).toHaveAttribute('aria-valuetext', '256')
})

test('with one pCPU the VMM overhead cannot be measured, and the page says why', async ({
  page,
  installation,
}) => {
  await openSample(page, installation, /equal weights/, 'options')
  const whatIf = page.getByRole('region', { name: 'What if?' })
  await whatIf.getByText('Measure the VMM overhead of this host').click()
  await expect(whatIf.getByText('This host has one pCPU.')).toBeVisible()
  await expect(whatIf.getByRole('button', { name: 'Estimate the overhead' })).toHaveCount(0)
})

test('headroom shows which domain breaks first and at which load', async ({
  page,
  installation,
}) => {
  await openSample(page, installation, /equal weights/, 'headroom')
  const headroom = page.getByRole('region', { name: 'Headroom', exact: true })
  await expect(headroom).toContainText(/vm\d .*×\d\.\d\d/)
  await headroom.getByText('Headroom as a table').click()
  const rows = headroom.getByRole('table', { name: 'Peak response time by load' }).getByRole('row')
  const [lightest, heaviest] = [await readRow(rows.nth(1)), await readRow(rows.last())]
  expect(leadingNumber(lightest.vm1)).toBeGreaterThan(0)
  expect(lightest.Load).not.toBe(heaviest.Load)
})

test('levers that formulas ignore are named, and the twin answers the question', async ({
  page,
  installation,
}) => {
  await openSample(page, installation, /equal weights/, 'options')
  const ratelimit = page.getByRole('slider', { name: 'Ratelimit' })
  await ratelimit.focus()
  await page.keyboard.press('Home')
  await expect(ratelimit).toHaveAttribute('aria-valuetext', 'off')
  await expect(page.getByText(/does not take all your changes into account/)).toBeVisible()

  const weight = page.getByRole('slider', { name: 'Weight of vm1' })
  await weight.focus()
  await page.keyboard.press('End')
  const start = page.getByRole('button', { name: 'Confirm with the twin' })
  // Starts waiting before the click, because the work may be over soon.
  await Promise.all([page.getByRole('progressbar').first().waitFor(), start.click()])

  const answer = page.getByRole('table', { name: 'The twin’s answer by domain' })
  await expect(answer).toBeVisible()
  const { 'Mean, change': mean } = await readRow(domainRow(answer, 'vm1'))
  const [now, asked, low, high] = [...mean!.matchAll(/[\d,.]*\d/g)].map(([text]) =>
    leadingNumber(text),
  )
  expect(asked).toBeLessThan(now!)
  expect(asked).toBeGreaterThanOrEqual(low!)
  expect(asked).toBeLessThanOrEqual(high!)
  await expect(page.getByText('Share of requests answered within a time, vm1')).toBeVisible()

  // The answer is still there when the user comes back.
  await page.reload()
  await expect(answer).toBeVisible()
  await expect(page.getByText(/vm1 weight 256 → 4,096, ratelimit .* → off/)).toBeVisible()
})

test('on a sample the comparison of levers starts with a button and can be stopped', async ({
  page,
  installation,
}) => {
  await openSample(page, installation, /equal weights/, 'options')
  const levers = page.getByRole('region', { name: 'What helps most here' })
  await levers.getByRole('button', { name: 'Try every lever' }).click()
  await levers.getByRole('button', { name: 'Cancel' }).click()
  await expect(levers.getByText('It was stopped. Nothing was kept.')).toBeVisible()
  await expect(levers.getByRole('button', { name: 'Try every lever again' })).toBeVisible()
})

test('the verdict can rest on another estimator', async ({ page, installation }) => {
  await openSample(page, installation, /equal weights/, 'evidence')
  const sample = page.url()
  await page.getByLabel('Judge by').selectOption('Delay-aware')
  await page.getByRole('button', { name: 'Analyse again' }).click()
  await page.waitForURL((url) => url.href !== sample && url.searchParams.has('recording'))
  await openTab(page, 'Evidence')
  try {
    const trust = page.getByRole('region', { name: 'How far to trust it' })
    const judge = trust.getByRole('listitem').filter({ hasText: 'used for the verdict' })
    await expect(judge.getByText('Delay-aware', { exact: true })).toBeVisible()
  } finally {
    // Other journeys look for the samples by name.
    const api = apiOf(installation.product, installation.session)
    await api(deleteAnalysis, {
      params: { id: new URL(page.url()).searchParams.get('recording')! },
    })
  }
})

function answerOf(page: Page, domain: string): Locator {
  const answers = page.getByRole('region', { name: 'Predicted response times' })
  return answers.getByRole('listitem').filter({ has: page.getByText(domain, { exact: true }) })
}

/** Reads "65.6 ms", or "before 65.6 ms after 40.2 ms" if the value changes. */
async function predictedMs(answer: Locator): Promise<number> {
  const text = await answer.innerText()
  const withoutTarget = text.replace(/(within|over|of) [\d,.]+ m?s/, '')
  const figure =
    /after\s+([\d,.]+)\s+ms/.exec(withoutTarget) ?? /([\d,.]+)\s+ms/.exec(withoutTarget)
  return leadingNumber(figure?.[1])
}
