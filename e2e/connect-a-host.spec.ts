import { listHosts } from '@steelyard/contract'
import { findFreePort } from '../scripts/lib/free-port.ts'
import { createAdministrator } from './lib/administrator.ts'
import { apiOf } from './lib/api.ts'
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
