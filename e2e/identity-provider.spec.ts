import type { Browser, BrowserContextOptions, Page } from '@playwright/test'
import { startTestProvider, type TestProvider } from '@steelyard/api/testing/test-provider'
import { listIdentityProviders, removeIdentityProvider } from '@steelyard/contract'
import { administrator, signInAgain } from './lib/administrator.ts'
import { apiOf } from './lib/api.ts'
import { expect } from './lib/patience.ts'
import { enterLogin, goToProvider } from './lib/provider-pages.ts'
import { type Installation, test } from './lib/shared-test.ts'

// People sign in with an OpenID provider: a real one, which shows pages of its own.

test.describe.configure({ mode: 'serial' })

let company: TestProvider
test.beforeAll(async ({ installation: { product } }) => {
  company = await startTestProvider({ asks: true, origin: product.webUrl })
  company.people.set('grace', {
    email: 'grace@example.org',
    email_verified: true,
    name: 'Grace Hopper',
    groups: ['web'],
  })
  company.people.set('eve', { email: 'eve@example.org', email_verified: true })
})
// Other journeys of this installation sign in with passwords.
test.afterAll(async ({ installation: { product } }) => {
  const api = apiOf(product, await signInAgain(product))
  const { data } = await api(listIdentityProviders)
  for (const { id } of data) await api(removeIdentityProvider, { params: { id } })
  await company.close()
})

/** A browser in which nobody has signed in. */
async function someone(
  browser: Browser,
  { product }: Installation,
  options: BrowserContextOptions = {},
): Promise<Page> {
  const storageState = { cookies: [], origins: [] }
  const context = await browser.newContext({ baseURL: product.webUrl, storageState, ...options })
  // The provider's pages ask for a font from elsewhere.
  await context.route(/fonts\.googleapis/, (route) => route.abort())
  return context.newPage()
}

/** On the provider's own pages. */
async function signInThere(page: Page, login: string): Promise<void> {
  await enterLogin(page, login)
  await page.getByRole('button', { name: 'Continue' }).click()
}

test('an administrator adds a provider, which brings a person with the roles of the groups', async ({
  page,
  browser,
  installation,
}) => {
  await page.goto('/settings/identity-providers')
  await expect(page.getByText('No identity provider yet')).toBeVisible()
  await page.getByRole('button', { name: 'Add a provider' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Issuer').fill('http://127.0.0.1:9')
  await dialog.getByRole('button', { name: 'Test' }).click()
  await expect(dialog.getByText('it refuses connections')).toBeVisible()
  await dialog.getByLabel('Issuer').fill(company.issuer)
  await dialog.getByRole('button', { name: 'Test' }).click()
  await expect(dialog.getByText('The provider answers')).toBeVisible()
  await dialog.getByLabel('Name', { exact: true }).fill('Company')
  await dialog.getByLabel('Client id').fill(company.settings.clientId)
  await dialog.getByLabel('Client secret').fill(company.settings.clientSecret)
  await dialog.getByRole('button', { name: 'Give a group a role' }).click()
  await dialog.getByLabel('Group 1', { exact: true }).fill('web')
  await dialog.getByLabel('Role 1', { exact: true }).selectOption('operator')
  await dialog.getByLabel('Tag of role 1').fill('web-*')
  await dialog.getByLabel('People who are not known here yet').check()
  await dialog.getByText('Scopes and the claim of groups').click()
  await dialog.getByLabel('Scopes', { exact: true }).fill('openid profile email groups')
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(dialog.getByText('Register these addresses')).toBeVisible()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByText('not tried yet')).toBeVisible()

  const theirs = await someone(browser, installation)
  await theirs.goto('/lab')
  await goToProvider(theirs, 'Company')
  await signInThere(theirs, 'grace')
  await expect(theirs).toHaveURL(/\/lab$/)
  await expect(theirs.getByRole('heading', { level: 1 })).toHaveText('Scheduler lab')
  await expect(theirs.getByText('operator of web-*')).toBeVisible()
  await theirs.goto('/settings')
  await expect(theirs.getByText('with Company')).toBeVisible()

  await page.goto('/settings/people')
  await expect(page.getByRole('row', { name: /Grace Hopper/ })).toContainText('operator of web-*')

  await theirs.getByRole('button', { name: 'Sign out', exact: true }).click()
  await expect(theirs.getByText('You are signed out')).toBeVisible()
  await theirs.getByRole('link', { name: 'Sign out of Company too' }).click()
  await theirs.getByRole('button', { name: 'Yes, sign me out' }).click()
  await expect(theirs.getByRole('heading', { name: 'Sign in' })).toBeVisible()

  company.people.get('grace')!.groups = []
  await goToProvider(theirs, 'Company')
  await signInThere(theirs, 'grace')
  await expect(theirs.getByText('no role')).toBeVisible()
})

test('whoever has no role here is told so, also without scripts', async ({
  browser,
  installation,
}) => {
  const theirs = await someone(browser, installation, { javaScriptEnabled: false })
  await theirs.goto('/sign-in')
  await goToProvider(theirs, 'Company')
  await signInThere(theirs, 'eve')
  await expect(theirs.getByText('None of your groups')).toBeVisible()
  company.people.get('eve')!.groups = ['web']
  await theirs.getByRole('link', { name: 'Sign in with Company' }).click()
  await expect(theirs.getByText('operator of web-*')).toBeVisible()
})

test('a required provider replaces passwords, until it does not answer', async ({
  page,
  browser,
  installation,
}) => {
  await page.goto('/settings/identity-providers')
  await page.getByRole('button', { name: 'Change Company' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Required').check()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Company is required: passwords are switched off.')).toBeVisible()

  const theirs = await someone(browser, installation)
  await theirs.goto('/sign-in')
  await expect(theirs.getByRole('link', { name: 'Sign in with Company' })).toBeVisible()
  await expect(theirs.getByText('Passwords are switched off here.')).toBeVisible()
  await expect(theirs.getByLabel('Password')).toHaveCount(0)

  company.failures.set('/.well-known/openid-configuration', 503)
  await expect(async () => {
    await theirs.reload()
    await expect(theirs.getByText('Company cannot be reached')).toBeVisible({ timeout: 1000 })
  }).toPass({ timeout: 60_000 })
  await theirs.getByLabel('E-mail address').fill(administrator.email)
  await theirs.getByLabel('Password').fill(administrator.password)
  await theirs.getByRole('button', { name: 'Sign in' }).click()
  await expect(theirs.getByRole('heading', { name: 'Fleet' })).toBeVisible()
  await theirs.goto('/settings/identity-providers')
  await expect(theirs.getByText('it answers with status 503')).toBeVisible()
})
