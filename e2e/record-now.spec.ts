import type { Page } from '@playwright/test'
import { createHost, setDomainTargets } from '@steelyard/contract'
import type { Product } from '../scripts/lib/product/start-product.ts'
import { createAdministrator } from './lib/administrator.ts'
import { apiOf } from './lib/api.ts'
import { test } from './lib/fresh-test.ts'
import { apply, connect, plan } from './lib/host-actions.ts'
import { openSection } from './lib/open-tab.ts'
import { expect } from './lib/patience.ts'
import { domainRow, readRow } from './lib/tables.ts'
import type { XenDouble } from './lib/xen-double.ts'

// On a connected host the operator can also record, set up guests' logs and see drift.

const hostName = 'xen1'
const logPath = '/var/log/apache2/access.log'
const logFormat = '%h %l %u %t "%r" %>s %b %D'

test('from a connected host to an analysis without a file in hand', async ({
  page,
  product,
  host,
}) => {
  test.setTimeout(600_000)
  const { api, id } = await openHost(page, product)

  await test.step('a host without a connection cannot be recorded', async () => {
    await expect(page.getByRole('region', { name: 'Connection' })).toBeVisible()
    await expect(recordCard(page)).toHaveCount(0)
  })
  await connect(api, id, host)
  const targets = [{ domain: 'vm1', responseTimeMs: 80, throughputPerSecond: null }]
  await api(setDomainTargets, { params: { id }, body: { targets } })
  await page.reload()

  await test.step('set up the access log of a guest', () => setUpLog(page, host))
  await test.step('cancel a recording', () => cancelRecording(page, host))
  await test.step('record to the end', () => record(page))
  await test.step('analyse without a question', async () => {
    await recordCard(page).getByRole('button', { name: 'Analyse' }).click()
    await page.waitForURL(/\/hosts\/.*recording=/)
    const verdict = page.getByRole('region', { name: 'Verdict' })
    await expect(verdict).toContainText('Not enough evidence for a verdict.')
  })
})

test('weights lost in a restart are shown and planned again', async ({ page, product, host }) => {
  const { api, id } = await openHost(page, product)
  await connect(api, id, host)
  const weights = [{ domain: 'vm1', weight: 384 }]
  await apply(api, await plan(api, { hostId: id, weights }))
  await page.reload()

  await test.step('the lines that make them last', async () => {
    const card = page.getByRole('region', { name: 'After a restart of a guest' })
    await card.getByText('The lines that make them last').click()
    const lines = card.getByRole('region', { name: 'the configuration lines of vm1' })
    await expect(lines).toHaveText('cpu_weight = 384')
    await expect(card).toContainText('/etc/xen/vm1.cfg')
  })
  await host.happen({ what: 'recreate', name: 'vm1' })
  await test.step('the drift at first sight', async () => {
    await openSection(page, 'Host and connection')
    await page.getByRole('button', { name: 'Read the host again' }).click()
    await openSection(page, 'Guests')
    const alert = page.getByRole('status').filter({ hasText: 'is not as Steelyard left it' })
    await expect(alert).toContainText('Steelyard left 384')
    await expect(domainOf(page, 'vm1')).toContainText('applied: 384')
    await page.goto(product.webUrl)
    await expect(page.getByRole('row', { name: hostName })).toContainText('Drifted')
    await page.goto(`${product.webUrl}/hosts/${id}/settings`)
  })
  await page.getByRole('button', { name: 'Plan the applied weights again' }).click()
  await expect(page.getByRole('heading', { name: 'Ready to be applied' })).toBeVisible()
  const diff = page.getByRole('table', { name: `What the plan changes on ${hostName}` })
  expect((await readRow(domainRow(diff, 'vm1'))).Weight).toMatch(/384$/)
})

/** Opens the page of a host that has only a name, as the administrator. */
async function openHost(page: Page, product: Product) {
  const session = await createAdministrator(product)
  await page.context().addCookies(session.cookies)
  const api = apiOf(product, session)
  const { id } = await api(createHost, { body: { name: hostName } })
  await page.goto(`${product.webUrl}/hosts/${id}/settings`)
  return { api, id }
}

function recordCard(page: Page) {
  return page.getByRole('region', { name: 'Record now' })
}

function recordButton(page: Page) {
  return recordCard(page).getByRole('button', { name: 'Record now' })
}

function domainOf(page: Page, name: string) {
  return domainRow(page.getByRole('table', { name: `Guests of ${hostName}` }), name)
}

/** The double answers in place of the guest, at the same address. */
async function setUpLog(page: Page, host: XenDouble): Promise<void> {
  await page.getByRole('button', { name: 'Set up the access log of vm1' }).click()
  const dialog = page.getByRole('dialog', { name: 'Access log of vm1' })
  await dialog.getByLabel('Address').fill(host.address)
  await dialog.getByLabel('Port').fill(String(host.port))
  await dialog.getByLabel('Account').fill(host.username)
  await dialog.getByLabel('Path of the log').fill('/var/log/../shadow')
  await dialog.getByRole('button', { name: 'Fetch its key' }).click()
  await expect(dialog.getByRole('alert')).toContainText('an absolute path')
  await dialog.getByLabel('Path of the log').fill(logPath)
  await dialog.getByLabel('Format of the log').fill(logFormat)
  await dialog.getByRole('button', { name: 'Fetch its key' }).click()

  await expect(dialog.getByText(host.hostKeyFingerprint)).toBeVisible()
  await dialog.getByRole('button', { name: 'The guest prints the same key' }).click()
  const line = dialog.getByRole('region', { name: 'the authorized_keys line' })
  await expect(line).toContainText(logPath)
  await host.authorise(await line.innerText())
  await dialog.getByRole('button', { name: 'Confirm and try' }).click()
  await expect(dialog.getByText('Pinned key')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(domainOf(page, 'vm1')).toContainText('Ready')
  await openSection(page, 'Watch and record')
  await expect(recordCard(page).getByLabel('Access logs of vm1')).toBeChecked()
}

async function cancelRecording(page: Page, host: XenDouble): Promise<void> {
  const card = recordCard(page)
  await card.getByLabel('Record for').fill('5')
  await recordButton(page).click()
  await expect(card.getByRole('alert')).toBeVisible()
  await card.getByLabel('Record for').fill('600')
  await card.getByLabel('Scheduler trace too').check()
  await recordButton(page).click()
  await expect(card.getByText(/ s left of 10 min .* MB/)).toBeVisible()
  await expect.poll(async () => (await host.state()).tracing.on).toBe(true)

  const uploads = await page.context().newPage()
  await uploads.goto(page.url().replace(/\/hosts\/.*/, '/recordings/new'))
  const row = uploads.getByRole('listitem').filter({ hasText: `Recording of ${hostName}` })
  await expect(row).toContainText('Being recorded')
  await row.getByRole('link').click()
  await expect(uploads.getByRole('heading', { name: 'Recording the host' })).toBeVisible()

  await card.getByRole('button', { name: 'Cancel' }).click()
  await expect(card.getByText('The last recording was cancelled')).toBeVisible()
  await expect(
    uploads.getByRole('status').filter({ hasText: 'The recording was cancelled' }),
  ).toBeVisible()
  await uploads.close()
  expect((await host.state()).tracing.on).toBe(false)
}

async function record(page: Page): Promise<void> {
  const card = recordCard(page)
  await card.getByLabel('Record for').fill('20')
  await recordButton(page).click()
  await expect(card.getByRole('progressbar')).toBeVisible()
  await expect(card.getByText(`Ready: Recording of ${hostName}`)).toBeVisible({ timeout: 500_000 })
  await expect(card.getByRole('link', { name: 'Targets and options' })).toBeVisible()
}
