import { openSample } from './lib/open-sample.ts'
import { expect } from './lib/patience.ts'
import { test } from './lib/shared-test.ts'

// What an operator keeps: when and by which clock, what happened meanwhile, how the fleet is looked at.

test('a range and a clock are chosen once, and go with the pages of the host and their links', async ({
  page,
  installation,
}) => {
  const { hostId } = await openSample(page, installation, /equal weights/)
  await page.goto(`/hosts/${hostId}/history`)
  const table = page.getByRole('table', { name: 'vm1 over the recordings' })
  await page.getByText('In figures').click()
  await expect(table.getByRole('row')).toHaveCount(3)
  await page.getByRole('button', { name: 'Time range: All' }).click()
  const choice = page.getByRole('dialog', { name: 'Time range' })
  await choice.getByRole('combobox', { name: 'Clock' }).selectOption('Asia/Seoul')
  await expect(page).toHaveURL(/zone=Asia/)
  await expect(page.getByRole('combobox', { name: 'Recording' })).toContainText('GMT+9')

  await page.getByRole('navigation', { name: 'Host' }).getByRole('link', { name: 'Now' }).click()
  await expect(page).toHaveURL(/zone=Asia/)
  await page.goto(`/hosts/${hostId}/guests/vm1?zone=America/New_York`)
  await page.getByRole('button', { name: 'Time range: All, America/New_York' }).click()
  await choice.getByRole('radio', { name: '1 h', exact: true }).click()
  await expect(page.getByText('No recording of vm1 in this range.')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Show all' }).click()
  await expect(page.getByText('In figures')).toBeVisible()
})

test('what happened is written on the time axis, for everybody, and taken off again', async ({
  page,
  installation,
}) => {
  const { hostId } = await openSample(page, installation, /equal weights/)
  await page.goto(`/hosts/${hostId}/history?zone=UTC`)
  const card = page.getByRole('region', { name: 'Over time' })
  await card.getByRole('button', { name: 'Annotate' }).click()
  const dialog = page.getByRole('dialog', { name: 'Annotate' })
  await dialog.getByLabel('What happened').fill('Version 2 of the shop')
  await dialog.getByLabel('From').fill('2026-11-20T16:27:00')
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(dialog).toHaveCount(0)
  await expect(card.locator('.recharts-surface').getByText('Version 2 of the shop')).toBeVisible()
  await card.getByText('1 annotation').click()
  await card.getByRole('button', { name: 'Remove “Version 2 of the shop”' }).click()
  await page
    .getByRole('dialog', { name: 'Remove this annotation?' })
    .getByRole('button', { name: 'Remove' })
    .click()
  await expect(card.getByText('1 annotation')).toHaveCount(0)
})

test('a view of the fleet is kept with its columns, and a kiosk has nothing to press', async ({
  page,
}) => {
  await page.goto('/')
  await page.getByRole('searchbox', { name: /^Search hosts/ }).fill('sample')
  await page.getByRole('button', { name: 'View', exact: true }).click()
  const menu = page.getByRole('dialog', { name: 'View' })
  await menu.getByRole('checkbox', { name: 'Connection' }).click()
  await expect(page.getByRole('columnheader', { name: 'Connection' })).toHaveCount(0)
  await menu.getByLabel('Name').fill('Samples')
  await menu.getByRole('button', { name: 'Keep' }).click()
  await expect(menu.getByRole('link', { name: 'Samples' })).toBeVisible()

  await page.goto('/')
  await expect(page.getByRole('columnheader', { name: 'Connection' })).toHaveCount(1)
  await page.getByRole('button', { name: 'View', exact: true }).click()
  await menu.getByRole('link', { name: 'Samples' }).click()
  await expect(page.getByRole('columnheader', { name: 'Connection' })).toHaveCount(0)
  await expect(page.getByRole('searchbox', { name: /^Search hosts/ })).toHaveValue('sample')

  await page.goto('/?kiosk=on')
  await expect(page.getByRole('link', { name: 'Sample host' })).toBeVisible()
  await expect(page.getByRole('navigation')).toHaveCount(0)
  await expect(page.getByRole('button')).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
})
