import { startTestProvider, type TestProvider } from '@steelyard/api/testing/test-provider'
import {
  addIdentityProvider,
  createHost,
  invitePerson,
  removeIdentityProvider,
} from '@steelyard/contract'
import { apiOf } from './lib/api.ts'
import { connect, plan } from './lib/host-actions.ts'
import { expect } from './lib/patience.ts'
import { enterLogin, goToProvider } from './lib/provider-pages.ts'
import { test } from './lib/shared-test.ts'
import { withXenDouble } from './lib/xen-double.ts'

// An operator who has neither a password nor a passkey here confirms at the identity provider.

let guild: TestProvider
let providerId: string
test.beforeAll(async ({ installation: { product, session } }) => {
  guild = await startTestProvider({ asks: true, origin: product.webUrl })
  guild.people.set('ida', { email: 'ida@example.org', email_verified: true })
  const body = { ...guild.settings, name: 'Guild' }
  const added = await apiOf(product, session)(addIdentityProvider, { body })
  providerId = added.id
})
test.afterAll(async ({ installation: { product, session } }) => {
  await apiOf(product, session)(removeIdentityProvider, { params: { id: providerId } })
  await guild.close()
})

test('an invited operator comes by the provider, and applies a plan after confirming there', async ({
  browser,
  installation: { product, session },
}) => {
  test.setTimeout(300_000)
  const api = apiOf(product, session)
  const { id: hostId } = await api(createHost, { body: { name: 'guildhall', tags: ['shop'] } })
  const grants = [{ role: 'operator' as const, tag: 'shop' }]
  const { link } = await api(invitePerson, {
    body: { name: 'Ida', email: 'ida@example.org', grants },
  })
  const storageState = { cookies: [], origins: [] }
  const context = await browser.newContext({ baseURL: product.webUrl, storageState })
  // The provider's pages ask for a font from elsewhere.
  await context.route(/fonts\.googleapis/, (route) => route.abort())
  const ida = await context.newPage()

  await ida.goto(link.url)
  await expect(ida.getByText('or with a password')).toBeVisible()
  await goToProvider(ida, 'Guild')
  await enterLogin(ida, 'ida')
  await ida.getByRole('button', { name: 'Continue' }).click()
  await expect(ida.getByRole('heading', { name: 'Fleet' })).toBeVisible()

  await withXenDouble(async (host) => {
    await connect(api, hostId, host)
    const ask = apiOf(product, await context.storageState())
    const { id } = await plan(ask, { hostId, weights: [{ domain: 'vm1', weight: 300 }] })
    const dialog = ida.getByRole('dialog')
    const apply = ida.getByRole('button', { name: 'Apply to guildhall' })
    const confirm = dialog.getByRole('link', { name: 'Confirm with Guild' })

    await ida.goto(`/changes/${id}`)
    await apply.click()
    await expect(dialog.getByText('Guild can confirm that it is you')).toBeVisible()
    await expect(dialog.getByLabel('Your password')).toHaveCount(0)
    await confirm.click()
    await ida.getByRole('link', { name: 'Cancel' }).click()
    await expect(dialog.getByRole('heading', { name: 'You are not confirmed' })).toBeVisible()
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    await expect(ida).toHaveURL(new RegExp(`/changes/${id}$`))

    await apply.click()
    await confirm.click()
    await enterLogin(ida, 'ida')
    await ida.waitForURL(`/changes/${id}`)
    await apply.click()
    await expect(dialog.getByText('Confirmed with Guild a moment ago')).toBeVisible()
    await dialog.getByRole('button', { name: 'Apply now' }).click()
    await expect(ida.getByText('Applied to guildhall and verified')).toBeVisible()
    expect(await host.weights()).toMatchObject({ vm1: 300 })

    await ida.getByRole('button', { name: 'Roll back' }).first().click()
    await expect(confirm).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Roll back now' })).toHaveCount(0)
  })
})
