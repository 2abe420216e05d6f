import { administrator } from './lib/administrator.ts'
import { expect } from './lib/patience.ts'
import { test } from './lib/shared-test.ts'

// Journeys with JavaScript switched off, which is also what happens before a page's scripts have run.

test.use({ javaScriptEnabled: false, storageState: { cookies: [], origins: [] } })

test('signing in works and leads to the page that was wanted', async ({ page }) => {
  const { email, password } = administrator
  await page.goto('/sign-in?next=%2Flab')
  await page.getByLabel('E-mail address').fill(email)
  await page.getByLabel('Password').fill('not the password')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByText('The e-mail address or the password is wrong.')).toBeVisible()
  expect(page.url()).not.toContain('password')
  await page.getByLabel('E-mail address').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL(/\/lab$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Scheduler lab')
})

test('the page of the set-up says what it needs', async ({ page }) => {
  await page.goto('/setup?token=whatever')
  // Playwright's search for text leaves out what is inside <noscript>.
  const note = page.locator('noscript p')
  await expect(note).toBeVisible()
  await expect(note).toContainText('Creating the administrator needs JavaScript.')
})

test('a change of the password is refused, not put into the address', async ({
  page,
  installation,
}) => {
  await page.context().addCookies(installation.session.cookies)
  await page.goto('/settings')
  await page.getByLabel('Current password').fill(administrator.password)
  await page.getByLabel('New password').fill('another long password')
  await page.getByRole('button', { name: 'Change the password' }).click()
  await expect(page.getByText('Nothing was changed.')).toBeVisible()
  expect(page.url()).not.toContain('assword')
})
