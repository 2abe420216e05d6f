import type { Page } from '@playwright/test'
import { createHost, getLoadBalancerAdvice } from '@steelyard/contract'
import { createAdministrator } from './lib/administrator.ts'
import { apiOf } from './lib/api.ts'
import { test } from './lib/fresh-test.ts'
import { connect } from './lib/host-actions.ts'
import { expect } from './lib/patience.ts'

// Follows a load balancer from its set-up through its first advice and its throughputs to its
// removal.

test('a load balancer is set up, asks with its own token, and is limited by what was measured', async ({
  page,
  product,
  host,
}) => {
  const session = await createAdministrator(product)
  await page.context().addCookies(session.cookies)
  const api = apiOf(product, session)
  const { id } = await api(createHost, { body: { name: 'xen1' } })
  await page.goto(`${product.webUrl}/hosts/${id}/load-balancer`)

  await test.step('without a connection there is a curve to draw, and where to go', async () => {
    await expect(page.getByText('xen1 is not connected yet')).toBeVisible()
    await measure(page, { 1: 1000, 2: 1900, 4: 3000 })
    await page.getByRole('button', { name: 'Draw the curve' }).click()
    await expect(page.getByText(/nothing is left to judge it by/)).toBeVisible()
  })

  await connect(api, id, host)
  await page.reload()
  await page.getByLabel('Guest of the load balancer').selectOption('vm1')
  await page.getByRole('button', { name: 'Set up' }).click()
  const balancer = page.getByRole('region', { name: 'Load balancer vm1 on xen1' })

  await test.step('the page asks too, so the first advice comes by itself', async () => {
    const verdict = balancer.getByRole('heading', { name: /vm1 should run 1 thread/ })
    await expect(verdict).toBeVisible({ timeout: 500_000 })
    await expect(verdict).toContainText('of 1 pCPU idle on xen1')
  })

  const secret = await test.step('a token of its own', async () => {
    await balancer.getByText('Connect vm1').click()
    await expect(balancer.getByText(`STEELYARD_HOST_ID=${id}`)).toBeVisible()
    await balancer.getByRole('button', { name: 'New token' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Create' }).click()
    const shown = await dialog.locator('code').innerText()
    await dialog.getByRole('button', { name: 'I have saved it' }).click()
    return shown
  })
  const ask = () => {
    const path = getLoadBalancerAdvice.path.replace(':id', id)
    const headers = { authorization: `Bearer ${secret}` }
    return fetch(`${product.webUrl}/api/v1${path}`, { headers })
  }
  const answer = await ask()
  expect(answer.status).toBe(200)
  expect(await answer.json()).toMatchObject({ state: 'current', advisedThreads: 1 })

  await test.step('measured throughputs limit it', async () => {
    await measure(page, { 1: 1000, 2: 1500, 4: 1200 })
    await balancer.getByRole('button', { name: 'Use for vm1' }).click()
    await expect(balancer.getByText(/Up to 2 threads pay/)).toBeVisible()
  })

  await test.step('removed, its token is worth nothing', async () => {
    await balancer.getByRole('button', { name: 'Remove the load balancer of xen1' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await expect(balancer).toHaveCount(0)
    expect((await ask()).status).toBe(401)
  })
})

/** Enters throughputs for 1, 2 and 4 threads. */
async function measure(page: Page, throughputs: Record<number, number>): Promise<void> {
  const lines = page.getByLabel(/^Answers\/s/)
  for (const [index, value] of Object.values(throughputs).entries()) {
    await lines.nth(index).fill(String(value))
  }
}
