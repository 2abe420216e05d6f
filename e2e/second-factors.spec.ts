import { AxeBuilder } from '@axe-core/playwright'
import type { Browser, Page, Route } from '@playwright/test'
import { getSession, type Role } from '@steelyard/contract'
import { TOTP } from 'otpauth'
import type { StorageState } from './lib/administrator.ts'
import { apiOf } from './lib/api.ts'
import { expect } from './lib/patience.ts'
import { PASSWORD, personWith } from './lib/people.ts'
import { type Installation, test } from './lib/shared-test.ts'

// Signing in with an authenticator app, a recovery code and a passkey, and the confirmation that
// changes of who may do what ask for.

const nobody: StorageState = { cookies: [], origins: [] }

/** A person with a role, signed in at a browser of their own. */
async function arrive(browser: Browser, { product, session }: Installation, role: Role) {
  const theirs = await personWith(apiOf(product, session), product, 'Hedy', [{ role, tag: null }])
  const { email } = await apiOf(product, theirs)(getSession)
  const context = await browser.newContext({ baseURL: product.webUrl, storageState: theirs })
  return { email, page: await context.newPage() }
}

async function enterPassword(page: Page, email: string): Promise<void> {
  await page.goto('/sign-in')
  await page.getByLabel('E-mail address').fill(email)
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

/** Sets an app up; returns its codes by time step and the recovery codes. */
async function setUpApp(page: Page) {
  await page.getByRole('button', { name: 'Set up an' }).click()
  await expect(page.getByRole('img', { name: 'QR code' })).toBeVisible()
  await expectReadable(page)
  const secret = (await page.locator('code').first().innerText()).replaceAll(/\s/g, '')
  const totp = new TOTP({ secret })
  const codeAt = (step: number) => totp.generate({ timestamp: Date.now() + step * 30_000 })
  await page.getByLabel('Code of your authenticator app').fill(codeAt(0))
  await page.getByRole('button', { name: 'Set up the app' }).click()
  await expect(page.getByText('Keep these recovery codes')).toBeVisible()
  const recoveryCodes = await page
    .getByRole('listitem')
    .getByText(/^[a-z2-7-]{19}$/)
    .allInnerTexts()
  expect(recoveryCodes).toHaveLength(10)
  return { codeAt, recoveryCodes }
}

async function expectReadable(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze()
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.target}`)).toEqual([])
}

const fleet = (page: Page) => page.getByRole('heading', { name: 'Fleet' })

test('an authenticator app is set up, asked for after the password, and replaced by a recovery code', async ({
  browser,
  installation,
}) => {
  const { page, email } = await arrive(browser, installation, 'operator')
  await page.goto('/settings/signing-in')
  await expect(page.getByText('protected by a password alone')).toBeVisible()
  const { codeAt, recoveryCodes } = await setUpApp(page)
  await page.getByRole('button', { name: 'I have kept them' }).click()
  await expect(page.getByText('by a password and an authenticator app')).toBeVisible()
  await expect(page.getByText('10 of 10 are left')).toBeVisible()

  await page.getByRole('button', { name: 'Sign out', exact: true }).first().click()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await enterPassword(page, email)
  await expect(page.getByText('One step is missing')).toBeVisible()
  await page.goto('/')
  await expect(page.getByText('One step is missing')).toBeVisible()
  await expectReadable(page)
  const code = page.getByLabel('Code of your authenticator app')
  await code.fill('000000')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('This code is wrong or was used before')).toBeVisible()
  await code.fill(codeAt(1))
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(fleet(page)).toBeVisible()

  const { product } = installation
  const plain = await browser.newContext({
    baseURL: product.webUrl,
    storageState: nobody,
    javaScriptEnabled: false,
  })
  const bare = await plain.newPage()
  await enterPassword(bare, email)
  await bare.getByLabel('Code of your authenticator app').fill('000000')
  await bare.getByRole('button', { name: 'Continue' }).click()
  await expect(bare.getByText('You are not signed in yet')).toBeVisible()
  await bare.getByLabel('Code of your authenticator app').fill(recoveryCodes[0]!)
  await bare.getByRole('button', { name: 'Continue' }).click()
  await expect(fleet(bare)).toBeVisible()

  await page.goto('/settings/signing-in')
  await expect(page.getByText('9 of 10 are left')).toBeVisible()
  await page.getByRole('button', { name: 'Remove the app' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText('protected by a password alone')).toBeVisible()
})

test('a passkey signs in alone, has a name, and confirms that it is still the same person', async ({
  browser,
  installation,
}) => {
  const { page } = await arrive(browser, installation, 'administrator')
  await giveAuthenticator(page)
  await page.goto('/settings/signing-in')
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByRole('button', { name: 'I have kept them' }).click()
  await page.getByRole('button', { name: 'Edit the name of Passkey 1' }).click()
  await page.getByRole('textbox').fill('Laptop')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Remove Laptop' })).toBeVisible()
  await expectReadable(page)

  await page.getByRole('button', { name: 'Sign out', exact: true }).first().click()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(fleet(page)).toBeVisible()

  // As if the sign-in were longer ago than 15 minutes.
  const asked = () =>
    page.route(
      '**/api/v1/tokens',
      (route) => (route.request().method() === 'POST' ? refuse(route) : route.fallback()),
      { times: 1 },
    )
  for (const [how, name] of [
    ['password', 'first'],
    ['passkey', 'second'],
  ] as const) {
    await page.goto('/settings')
    await page.getByRole('button', { name: 'New token' }).click()
    await page.getByLabel('Name').last().fill(name)
    await page.getByRole('dialog').getByRole('checkbox').first().check()
    await asked()
    await page.getByRole('button', { name: 'Create' }).click()
    const dialog = page.getByRole('dialog', { name: 'Is it still you?' })
    await expect(dialog).toBeVisible()
    await expectReadable(page)
    if (how === 'password') {
      await dialog.getByLabel('Your password').fill('not the password')
      await dialog.getByRole('button', { name: 'Confirm' }).click()
      await expect(dialog.getByText('The password is wrong.')).toBeVisible()
      await dialog.getByLabel('Your password').fill(PASSWORD)
      await dialog.getByRole('button', { name: 'Confirm' }).click()
    } else {
      await dialog.getByRole('button', { name: 'Use a passkey' }).click()
    }
    await expect(dialog).toBeHidden()
    await expect(page.getByText(/^sty_[\w-]{43}$/)).toBeVisible()
  }
})

test('a role that needs a second factor leads to its set-up, and its recovery codes stay until they are kept', async ({
  page,
  browser,
  installation,
}) => {
  const hedy = await arrive(browser, installation, 'approver')
  await page.goto('/settings/people')
  const needed = page.getByLabel('Everyone with the role approver')
  // What is ticked before the page has its scripts is taken back by them.
  await expect(async () => {
    await needed.check()
    await expect(page.getByText(/\d+ (person|people) without one so far/)).toBeVisible({
      timeout: 5_000,
    })
  }).toPass()
  await expectReadable(page)

  await hedy.page.context().clearCookies()
  await enterPassword(hedy.page, hedy.email)
  await expect(hedy.page.getByText('Your role needs a second factor')).toBeVisible()
  await hedy.page.goto('/lab')
  await expect(hedy.page.getByText('Your role needs a second factor')).toBeVisible()
  await setUpApp(hedy.page)
  // Coming back to the tab asks anew how far the sign-in is.
  await hedy.page.evaluate('window.dispatchEvent(new Event("visibilitychange"))')
  await expect(hedy.page.getByText('Keep these recovery codes')).toBeVisible()
  await hedy.page.getByRole('button', { name: 'I have kept them' }).click()
  await expect(hedy.page.getByRole('heading', { name: 'Scheduler lab' })).toBeVisible()

  await page.reload()
  const row = page.getByRole('row', { name: hedy.email })
  await row.getByRole('button', { name: 'More for Hedy' }).click()
  await row.getByRole('button', { name: 'Remove the second factors of Hedy' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(row).not.toContainText('second factor')
  await hedy.page.goto('/')
  await expect(hedy.page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  // The box follows what is being sent, which is drawn a moment after the click.
  await needed.click()
  await expect(needed).not.toBeChecked()
  await expect(page.getByText('Nobody does')).toBeVisible()
})

/** A platform authenticator whose owner is always there. */
async function giveAuthenticator(page: Page): Promise<void> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

function refuse(route: Route): Promise<void> {
  return route.fulfill({
    status: 403,
    contentType: 'application/problem+json',
    body: JSON.stringify({
      type: '/api/v1/problems/confirmation-needed',
      title: 'Not allowed',
      status: 403,
      detail: 'Confirm that it is still you, then try again.',
      code: 'confirmation-needed',
      requestId: 'r-1',
    }),
  })
}
