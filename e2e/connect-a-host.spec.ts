import { createHost, listHosts } from '@steelyard/contract'
import { findFreePort } from '../scripts/lib/free-port.ts'
import { createAdministrator } from './lib/administrator.ts'
import { apiOf } from './lib/api.ts'
import { withDatabase } from './lib/database.ts'
import { test } from './lib/fresh-test.ts'
import { expect } from './lib/patience.ts'

// A host is added only where an SSH server answers, and the page says how far it is.

test('the address is checked before anything is made', async ({ page, product, host }) => {
  const session = await createAdministrator(product)
  await page.context().addCookies(session.cookies)
  const hosts = async () => (await apiOf(product, session)(listHosts)).data.map(({ name }) => name)
  await page.goto(`${product.webUrl}/hosts/new`)
  const step = page.getByRole('list', { name: 'Steps to connect a host' }).locator('[aria-current]')
  await expect(step).toContainText('Address')

  await page.getByLabel('Name').fill('rack-7')
  await page.getByLabel('Address').fill(host.address)
  await page.getByLabel('Port').fill(String(await findFreePort()))
  await page.getByRole('button', { name: 'Check the address' }).click()
  await expect(page.getByText('Nothing was added')).toBeVisible()
  await expect(page.getByText(/No SSH server answered at/)).toBeVisible()
  expect(await hosts()).toEqual([])

  await page.getByLabel('Port').fill(String(host.port))
  await page.getByLabel('Account').fill(host.username)
  await page.getByRole('button', { name: 'Check the address' }).click()
  await page.waitForURL(/\/settings\?section=host$/)
  await expect(page.getByText(host.hostKeyFingerprint)).toBeVisible()
  await expect(step).toContainText('Fingerprint')
  expect(await hosts()).toEqual(['rack-7'])
})

test('what was typed stays when the scheduler of the host becomes known', async ({
  page,
  product,
}) => {
  const session = await createAdministrator(product)
  await page.context().addCookies(session.cookies)
  const { id } = await apiOf(product, session)(createHost, { body: { name: 'rack-8' } })
  await page.goto(`${product.webUrl}/hosts/${id}/settings?section=host`)
  await page.getByLabel('Address').fill('192.0.2.7')
  // As the files of a recording would state it meanwhile.
  await withDatabase(product, (database) =>
    database.query(`update "Host" set "scheduler" = 'credit2' where "id" = $1`, [id]),
  )
  await page.getByRole('button', { name: 'Edit the tags of rack-8' }).click()
  await page.getByLabel('Edit the tags of rack-8').fill('web')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('region', { name: 'Scheduler' })).toContainText('credit2')
  await expect(page.getByLabel('Address')).toHaveValue('192.0.2.7')
})
