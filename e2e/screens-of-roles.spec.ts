import type { Grant } from '@steelyard/contract'
import { apiOf } from './lib/api.ts'
import { expect } from './lib/patience.ts'
import { personWith } from './lib/people.ts'
import { test } from './lib/shared-test.ts'

// Each role sees what it includes.

const roles: { grants: Grant[]; sees: string[]; not: string[] }[] = [
  {
    grants: [{ role: 'viewer', tag: null }],
    sees: ['Sample host'],
    not: ['New recording', 'Plan these weights'],
  },
  {
    grants: [{ role: 'approver', tag: null }],
    sees: ['Sample host'],
    not: ['New recording', 'Plan these weights'],
  },
  {
    grants: [{ role: 'operator', tag: null }],
    // The loop proposes the advised weights, so its decision stands where the plan would.
    sees: ['Sample host', 'New recording', 'Approve'],
    not: [],
  },
]

for (const { grants, sees, not } of roles) {
  test(`a person with the role ${grants[0]!.role} sees what the role includes`, async ({
    browser,
    installation,
    furniture,
  }) => {
    const api = apiOf(installation.product, installation.session)
    const session = await personWith(api, installation.product, 'Edith', grants)
    const page = await browser.newPage({ storageState: session })
    await page.goto(`/hosts/${furniture.hostId}?recording=${furniture.analysisId}`)
    await expect(page.getByRole('heading', { name: /^vm1 takes/ })).toBeVisible()
    for (const text of sees) await expect(page.getByText(text).first()).toBeVisible()
    for (const text of not) await expect(page.getByText(text)).toHaveCount(0)
    await page.goto('/settings')
    await expect(page.getByText('Where you are signed in')).toBeVisible()
    await expect(page.getByText('this browser')).toBeVisible()
    await expect(page.getByRole('link', { name: 'People' })).toHaveCount(0)
  })
}
