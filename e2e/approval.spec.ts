import type { Page } from '@playwright/test'
import { createHost, listApprovalRules, removeApprovalRule } from '@steelyard/contract'
import { apiOf } from './lib/api.ts'
import { connect, plan } from './lib/host-actions.ts'
import { confirmWith } from './lib/operator.ts'
import { expect } from './lib/patience.ts'
import { PASSWORD, personWith } from './lib/people.ts'
import { test } from './lib/shared-test.ts'
import { withXenDouble } from './lib/xen-double.ts'

// On hosts that a rule names, one person plans and applies, and another agrees in between.

test('a plan for a production host is approved by a second person, or rejected', async ({
  page,
  browser,
  installation,
}) => {
  test.setTimeout(600_000)
  const { product, session } = installation
  const api = apiOf(product, session)
  await page.goto('/settings/approval')
  await page.getByLabel('Tag of the hosts').fill('till')
  await page.getByRole('button', { name: 'Add the rule' }).click()
  await expect(
    page.getByText(/^Plans on hosts tagged (prod and )?till need a second person/),
  ).toBeVisible()

  const operator = await personWith(api, product, 'Olga', [{ role: 'operator', tag: 'till' }])
  const approver = await personWith(api, product, 'Anton', [{ role: 'approver', tag: 'till' }])
  const pageOf = async (storageState: typeof session): Promise<Page> =>
    (await browser.newContext({ baseURL: product.webUrl, storageState })).newPage()
  const olga = await pageOf(operator)
  const anton = await pageOf(approver)
  const { id: hostId } = await api(createHost, { body: { name: 'till', tags: ['till'] } })

  await withXenDouble(async (host) => {
    await connect(api, hostId, host)
    const ask = apiOf(product, operator)
    const first = await plan(ask, { hostId, weights: [{ domain: 'vm1', weight: 300 }] })

    await olga.goto(`/changes/${first.id}`)
    await expect(olga.getByText('This plan waits for a second person')).toBeVisible()
    await expect(olga.getByText('You made this plan.')).toBeVisible()
    await expect(olga.getByRole('button', { name: /^Apply to/ })).toHaveCount(0)

    await anton.goto('/changes')
    const waiting = anton.getByRole('region', { name: '1 plan waits for you' })
    await waiting.getByRole('link', { name: '1 guest on till' }).click()
    await anton.getByRole('button', { name: 'Approve' }).click()
    await anton.getByLabel('Note, if you like').fill('After six, please.')
    await confirmWith(anton, PASSWORD, 'Approve')
    await expect(anton.getByText('Anton approved this plan. “After six, please.”')).toBeVisible()
    await expect(anton.getByText('You approved this plan, so someone else must')).toBeVisible()

    await expect(anton.getByRole('button', { name: 'Reject' })).toBeVisible()

    await olga.reload()
    await olga.getByRole('button', { name: 'Apply to till' }).click()
    await confirmWith(olga, PASSWORD, 'Apply now')
    await expect(olga.getByText('Applied to till and verified')).toBeVisible()
    expect(await host.weights()).toMatchObject({ vm1: 300 })

    const second = await plan(ask, { hostId, weights: [{ domain: 'vm1', weight: 400 }] })
    await anton.goto(`/changes/${second.id}`)
    await anton.getByRole('button', { name: 'Reject' }).click()
    await confirmWith(anton, PASSWORD, 'Reject')
    await expect(anton.getByText('This plan cannot be applied')).toBeVisible()
    await olga.goto(`/changes/${second.id}`)
    await expect(olga.getByText('Anton rejected this plan. Make a new one.')).toBeVisible()
    await expect(olga.getByRole('button', { name: /^Apply to/ })).toHaveCount(0)
  })

  await page.reload()
  const remove = page.getByRole('button', { name: 'Remove the rule for hosts tagged till' })
  await remove.click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(remove).toHaveCount(0)
})

// Other journeys of this installation apply plans alone.
test.afterAll(async ({ installation: { product, session } }) => {
  const api = apiOf(product, session)
  const { data } = await api(listApprovalRules)
  const left = data.find(({ tag }) => tag === 'till')
  if (left) await api(removeApprovalRule, { params: { id: left.id } })
})
