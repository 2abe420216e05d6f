import type { Locator, Page } from '@playwright/test'
import { createHost, setDomainTargets } from '@steelyard/contract'
import { createAdministrator } from './lib/administrator.ts'
import { apiOf } from './lib/api.ts'
import { test } from './lib/fresh-test.ts'
import { connect, followLog } from './lib/host-actions.ts'
import { expect } from './lib/patience.ts'

// A host is watched from the dashboard, its pages follow what is observed, and a range of that is
// analysed like a recording.

test('from a connected host to the analysis of what was watched', async ({
  page,
  product,
  host,
}) => {
  test.setTimeout(600_000)
  const session = await createAdministrator(product)
  await page.context().addCookies(session.cookies)
  const api = apiOf(product, session)
  const { id } = await api(createHost, { body: { name: 'xen1' } })
  await connect(api, id, host)
  const targets = [{ domain: 'vm1', responseTimeMs: 80, throughputPerSecond: null }]
  await api(setDomainTargets, { params: { id }, body: { targets } })
  await followLog(api, id, host)
  const address = `${product.webUrl}/hosts/${id}`

  await test.step('the offer leads to the settings, where the watch begins', async () => {
    await page.goto(address)
    await page.getByRole('link', { name: 'Watch the host' }).click()
    const card = page.getByRole('region', { name: 'Watch', exact: true })
    await expect(card.getByLabel('Access logs of vm1')).toBeChecked()
    await card.getByRole('button', { name: 'Watch this host' }).click()
    await expect(card.getByText('Watched', { exact: true })).toBeVisible()
    await expect(card.getByRole('row', { name: /^vm1 Followed/ })).toBeVisible()
  })
  await test.step('windows come to Now by themselves', () => seeWindowsCome(page))
  await test.step('a selected range is analysed', () => analyse(page))
})

async function seeWindowsCome(page: Page): Promise<void> {
  await tab(page, 'Now').click()
  const newest = page.getByText(/The newest window ended at/)
  await expect(newest).toBeVisible()
  await expect(page.getByRole('heading', { name: /target|observed/ })).toBeVisible()
  const endOf = async () => /ended at ([\d:]+)/.exec(await newest.innerText())?.[1]
  const first = await endOf()
  await expect.poll(endOf).not.toBe(first)

  // The same page shows what was, with the range in its address, and goes back to what is.
  await page.getByRole('button', { name: 'Time range: Live, last 30 min' }).click()
  const range = page.getByRole('dialog', { name: 'Time range' })
  await choose(range, '1 h')
  await expect(page.getByRole('region', { name: 'While it was watched' })).toBeVisible()
  await range.getByRole('button', { name: 'Back to live' }).click()
  await expect(newest).toBeVisible()
}

async function analyse(page: Page): Promise<void> {
  await tab(page, 'History').click()
  const card = page.getByRole('region', { name: 'While it was watched' })
  await page.getByRole('button', { name: 'Time range: Last 24 h' }).click()
  await choose(page.getByRole('dialog', { name: 'Time range' }), '1 h')
  await page.keyboard.press('Escape')
  await expect(card.getByRole('button', { name: 'vm1', pressed: true })).toBeVisible()
  await choose(card, 'CPU')
  await dragOver(page, card.locator('.recharts-surface'))
  await expect(card.getByText('Selected:')).toBeVisible()
  await card.getByRole('button', { name: 'Clear' }).click()
  await card.getByRole('button', { name: 'Analyse this range' }).click()
  await page.waitForURL(/recording=/)
  await expect(page.getByRole('region', { name: 'Verdict' })).toBeVisible()
}

/** The choice is kept in the address, so it shows a moment after the click. */
async function choose(card: Locator, name: string): Promise<void> {
  const choice = card.getByRole('radio', { name, exact: true })
  await choice.click()
  await expect(choice).toBeChecked()
}

/** Drags from the middle of a chart towards its end. */
async function dragOver(page: Page, chart: Locator): Promise<void> {
  await chart.scrollIntoViewIfNeeded()
  const { x, y, width, height } = (await chart.boundingBox())!
  await page.mouse.move(x + width / 2, y + height / 2)
  await page.mouse.down()
  await page.mouse.move(x + width * 0.9, y + height / 2, { steps: 3 })
  await page.mouse.up()
}

function tab(page: Page, name: string): Locator {
  return page.getByRole('navigation', { name: 'Host' }).getByRole('link', { name })
}
