import { inRoot } from '../scripts/lib/paths.ts'
import { dropFiles } from './lib/drop-files.ts'
import { openSample } from './lib/open-sample.ts'
import { expect } from './lib/patience.ts'
import { test } from './lib/shared-test.ts'

// From every page one gets to every other: by the palette, by dropped files, by old addresses.

test('the palette leads anywhere by keyboard alone', async ({ page, installation }) => {
  const { hostId } = await openSample(page, installation, /equal weights/)
  await expect(page.getByRole('heading', { name: 'Sample host' })).toBeVisible()
  await page.keyboard.press('Control+k')
  const field = page.getByRole('combobox', { name: /^Go to a host/ })
  await expect(field).toBeFocused()
  await expect(page.getByRole('option', { name: /^Now/ })).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.type('evid')
  await page.keyboard.press('Enter')
  await page.waitForURL(new RegExp(`/hosts/${hostId}/evidence$`))
  await expect(field).toHaveCount(0)

  await page.getByRole('button', { name: 'Go to' }).click()
  await page.keyboard.type('nothing of that name')
  await expect(page.getByText('Nothing is called that.', { exact: false })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Go to' })).toBeFocused()
})

test('files dropped on any page begin a new recording', async ({ page }) => {
  await page.goto('/changes')
  await expect(page.getByRole('heading', { name: 'Changes' })).toBeVisible()
  await dropFiles(page.getByRole('main'), [inRoot('samples/README.md')], {
    until: page.getByText('Drop to start a new recording'),
  })
  await page.waitForURL(/\/recordings\/new/)
  await expect(page.getByText('README.md').first()).toBeVisible()
})

test('old addresses lead to what is in their place, and unknown ones keep the navigation', async ({
  page,
}) => {
  for (const [from, to] of [
    ['/plans', '/changes'],
    ['/uploads/new', '/recordings/new'],
    ['/audit', '/settings/audit'],
    ['/hosts', '/'],
    ['/analyses', '/'],
    ['/real-time', '/'],
  ] as const) {
    await page.goto(from)
    expect(new URL(page.url()).pathname).toBe(to)
  }
  const answer = await page.goto('/no/such/page')
  expect(answer?.status()).toBe(404)
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
})
