import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from '@playwright/test'
import { createHost } from '@steelyard/contract'
import { administrator, createAdministrator } from './lib/administrator.ts'
import { apiOf } from './lib/api.ts'
import { connect } from './lib/host-actions.ts'
import { confirmWith } from './lib/operator.ts'
import { expect, START_TIMEOUT_MS } from './lib/patience.ts'
import { withFreshProduct } from './lib/product.ts'
import { withXenDouble } from './lib/xen-double.ts'

// A host is given a policy and a grant, people are told through a webhook, and all is stopped.

test('a host is given over to the loop, and everything is stopped and resumed', async ({
  browser,
}) => {
  test.setTimeout(START_TIMEOUT_MS)
  await withXenDouble((double) =>
    withFreshProduct(async (product) => {
      const storageState = await createAdministrator(product)
      const api = apiOf(product, storageState)
      const { id: hostId } = await api(createHost, { body: { name: 'shop' } })
      await connect(api, hostId, double)
      const context = await browser.newContext({ baseURL: product.webUrl, storageState })
      const page = await context.newPage()

      await test.step('a policy of its own, which is first kept as a draft', async () => {
        await page.goto(`/hosts/${hostId}/settings?section=policy`)
        const policy = page.getByRole('region', { name: 'Policy' })
        await expect(policy.getByText('This host has no policy.')).toBeVisible()
        await policy.getByRole('button', { name: 'Give it a policy of its own' }).click()
        await policy.getByRole('radio', { name: /^Automatic/ }).check()
        await policy.getByLabel('Dry run').click()
        const dialog = page.getByRole('dialog', { name: 'Let weights be changed on shop?' })
        await dialog.getByRole('button', { name: 'Switch the dry run off' }).click()
        await policy.getByLabel('Cool-down').fill('0')
        await policy.getByRole('button', { name: 'Save the policy' }).click()
        await expect(policy.getByText('at least 1')).toBeVisible()
        await policy.getByLabel('Cool-down').fill('45')

        await page.getByRole('navigation', { name: 'Main' }).getByText('Lab').click()
        await expect(page.getByRole('heading', { name: 'Scheduler lab' })).toBeVisible()
        await page.goBack()
        await expect(policy.getByText('Not saved yet')).toBeVisible()
        await expect(policy.getByLabel('Cool-down')).toHaveValue('45')
        await policy.getByRole('button', { name: 'Save the policy' }).click()
        await expect(policy.getByText('This host has a policy of its own.')).toBeVisible()
        await expect(policy.getByText('A grant is missing')).toBeVisible()
      })

      await test.step('a grant with the password, which is revoked', async () => {
        const policy = page.getByRole('region', { name: 'Policy' })
        await policy.getByRole('button', { name: 'Give the grant' }).click()
        await confirmWith(page, administrator.password, 'Give the grant')
        await expect(policy.getByText(/^Ada gave it on/)).toBeVisible()
        await expect(policy.getByText('A grant is missing')).toHaveCount(0)
        await policy.getByRole('button', { name: 'Revoke the grant on shop' }).click()
        await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
        await expect(policy.getByText('A grant is missing')).toBeVisible()
      })

      await test.step('a webhook, whose messages can be verified with the secret shown once', async () => {
        const receiver = await startReceiver()
        await page.goto('/settings/notifications')
        await page.getByRole('button', { name: 'Add a channel' }).click()
        await page.getByLabel('Name').fill('Pager')
        await page.getByLabel('Address').fill(receiver.url)
        await page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click()
        const secret = await page.getByText(/^whsec_/).innerText()
        await page.getByRole('button', { name: 'I have saved it' }).click()
        await page.getByRole('button', { name: 'Send a test through Pager' }).click()
        await expect(page.getByText('The test message was sent')).toBeVisible()
        const { headers, body } = receiver.received[0]!
        expect(headers['webhook-signature']).toBe(signatureOf(secret, headers, body))

        await receiver.close()
        await page.getByRole('button', { name: 'Send a test through Pager' }).click()
        await expect(page.getByText('The test message could not be sent')).toBeVisible()
        await page.getByRole('button', { name: 'What was sent through Pager' }).click()
        const sent = page.getByRole('dialog').getByRole('listitem')
        await expect(sent).toHaveCount(2)
      })

      await test.step('everything is stopped from the palette, and resumed from the banner', async () => {
        await page.goto('/')
        await page.getByRole('button', { name: 'Go to' }).click()
        await page.getByRole('dialog').getByRole('combobox').fill('stop everything')
        await page.keyboard.press('Enter')
        await page.getByLabel('Reason').fill('The storage is being moved.')
        await page.getByRole('dialog').getByRole('button', { name: 'Stop everything' }).click()
        const banner = page.getByText('Everything is stopped: Steelyard changes no host by itself')
        await expect(banner).toBeVisible()
        await page.goto('/changes/journal')
        await expect(banner).toBeVisible()
        await expect(page.getByRole('listitem').filter({ hasText: 'Stopped' })).toBeVisible()
        await page.getByRole('button', { name: 'Resume' }).click()
        await page.getByRole('dialog').getByRole('button', { name: 'Resume' }).click()
        await expect(banner).toHaveCount(0)
        await expect(page.getByRole('listitem').filter({ hasText: 'Resumed' })).toBeVisible()
      })
      await context.close()
    }),
  )
})

interface Received {
  headers: IncomingHttpHeaders
  body: string
}

/** A server that takes every message. */
async function startReceiver() {
  const received: Received[] = []
  const server: Server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    received.push({ headers: request.headers, body: Buffer.concat(chunks).toString() })
    response.end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  async function close() {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  }
  return { url: `http://127.0.0.1:${port}/pager`, received, close }
}

/** What a receiver expects, as Standard Webhooks has it. */
function signatureOf(secret: string, headers: IncomingHttpHeaders, body: string): string {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
  return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`
}
