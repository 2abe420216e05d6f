import { createHost, listPeople } from '@steelyard/contract'
import { apiOf } from './lib/api.ts'
import { expect } from './lib/patience.ts'
import { PASSWORD } from './lib/people.ts'
import { test } from './lib/shared-test.ts'

// People come by invitation, and see and do what their roles say.

test('an invited person chooses a password, sees the hosts of the role, and is shut out again', async ({
  page,
  browser,
  installation,
}) => {
  const api = apiOf(installation.product, installation.session)
  await api(createHost, { body: { name: 'shop', tags: ['web-1'] } })
  await api(createHost, { body: { name: 'ledger', tags: ['db-1'] } })

  await page.goto('/settings/people')
  await page.getByRole('button', { name: 'Invite someone' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Grace Hopper')
  await dialog.getByLabel('E-mail address').fill('grace.hopper@example.org')
  await dialog.getByLabel('Role 1', { exact: true }).selectOption('operator')
  await dialog.getByLabel('Tag of role 1').fill('web-*')
  await dialog.getByRole('button', { name: 'Invite' }).click()
  await expect(dialog.getByText('It was not sent by e-mail')).toBeVisible()
  const link = (await dialog.locator('code').innerText()).trim()
  await dialog.getByRole('button', { name: 'Done' }).click()
  const row = page.getByRole('row', { name: /grace\.hopper@/ })
  await expect(row).toContainText('operator of web-*')
  await expect(row).toContainText('Invited')

  const theirs = await browser.newPage({ storageState: undefined })
  await theirs.goto(link)
  await expect(theirs.getByRole('heading', { name: /Welcome to Steelyard, Grace/ })).toBeVisible()
  await theirs.getByLabel('Password').fill('gracehopper1906')
  await theirs.getByRole('button', { name: 'Start' }).click()
  await expect(theirs.getByText('is easily guessed')).toBeVisible()
  await theirs.getByLabel('Password').fill(PASSWORD)
  await theirs.getByRole('button', { name: 'Start' }).click()
  await expect(theirs.getByRole('heading', { name: 'Fleet' })).toBeVisible()
  await expect(theirs.getByText('shop')).toBeVisible()
  await expect(theirs.getByText('ledger')).toBeHidden()
  await expect(theirs.getByText('operator of web-*')).toBeVisible()
  await theirs.goto('/settings/people')
  await expect(theirs.getByText('does not include managing people')).toBeVisible()

  await theirs.goto(link)
  await expect(theirs.getByText('This link cannot be used')).toBeVisible()

  await page.reload()
  await row.getByRole('button', { name: 'More for Grace Hopper' }).click()
  await row.getByRole('button', { name: 'Deactivate Grace Hopper' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Deactivate' }).click()
  await expect(row).toContainText('Deactivated')
  await theirs.goto('/')
  await expect(theirs.getByRole('heading', { name: 'Sign in' })).toBeVisible()
})

test('the last administrator stays one', async ({ page, installation }) => {
  const api = apiOf(installation.product, installation.session)
  const { data } = await api(listPeople)
  const administrators = data.filter(({ grants }) =>
    grants.some((it) => it.role === 'administrator'),
  )
  expect(administrators).toHaveLength(1)
  await page.goto('/settings/people')
  await page.getByRole('button', { name: `More for ${administrators[0]!.name}` }).click()
  await page.getByRole('button', { name: `Deactivate ${administrators[0]!.name}` }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Deactivate' }).click()
  await expect(dialog.getByText('Make someone else an administrator first')).toBeVisible()
})
