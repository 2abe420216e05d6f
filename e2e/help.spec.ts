import { type Locator, type Page, request } from '@playwright/test'
import { openSample } from './lib/open-sample.ts'
import { expect } from './lib/patience.ts'
import { test } from './lib/shared-test.ts'

// Nobody is left alone with a page: help for each is one key away, and so is everything else. Whoever
// has no session is told so by the server.

const nobody = { cookies: [], origins: [] }

test('without a session the server itself leads to the sign-in, and back', async ({
  installation: {
    product: { webUrl },
    session,
  },
}) => {
  const goesTo = async (path: string, storageState = nobody as typeof session) => {
    const browser = await request.newContext({ baseURL: webUrl, storageState })
    const answer = await browser.get(path, { maxRedirects: 0 })
    await browser.dispose()
    return [answer.status(), answer.headers().location?.replace(webUrl, '') ?? null]
  }
  expect(await goesTo('/')).toEqual([302, '/sign-in'])
  expect(await goesTo('/lab?host=paper1')).toEqual([302, '/sign-in?next=%2Flab%3Fhost%3Dpaper1'])
  expect(await goesTo('/sign-in')).toEqual([200, null])
  expect(await goesTo('/', session)).toEqual([200, null])
  const ended = { ...session, cookies: session.cookies.map((each) => ({ ...each, value: 's.no' })) }
  expect(await goesTo('/settings', ended)).toEqual([307, '/sign-in?next=%2Fsettings'])
})

test('? opens help for the page in hand, with the words and the keys', async ({ page }) => {
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'Fleet' })).toBeVisible()
  const help = page.getByRole('dialog')
  // Not until its heading is there: once it is open, a key goes into its search.
  await pressUntil(page, '?', help, 'toBeVisible')
  await expect(help.getByRole('heading', { name: 'Fleet' })).toBeVisible()
  await expect(help.getByText('All hosts, the most pressing first.')).toBeVisible()
  await help.getByRole('searchbox', { name: 'Find a word' }).fill('drift')
  await expect(help.getByText(/no longer has the values that Steelyard left there/)).toBeVisible()
  await page.keyboard.press('Escape') // clears the search
  await page.keyboard.press('Escape')
  await expect(help).toHaveCount(0)

  // The second key counts within a moment, which a busy machine may miss.
  await expect(async () => {
    await page.keyboard.press('g')
    await page.keyboard.press('l')
    await page.waitForURL(/\/lab$/, { timeout: 5_000 })
  }).toPass()
  await expect(page.getByRole('heading', { name: 'Scheduler lab' })).toBeVisible()
  await page.keyboard.press('?')
  await help.getByRole('link', { name: 'All help' }).click()
  await page.waitForURL(/\/help$/)
  await page.getByRole('link', { name: 'Record a host' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /^Record a host/ })).toBeVisible()
})

test('the keys of a list move through its rows and open one', async ({ page, installation }) => {
  const { hostId } = await openSample(page, installation, /equal weights/)
  await page.goto('/')
  const row = page.getByRole('link', { name: 'Sample host' }).first()
  await expect(row).toBeVisible()
  await pressUntil(page, '/', page.getByRole('searchbox').first(), 'toBeFocused')
  await page.keyboard.type('jk')
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.press('Delete')
  await page.getByRole('heading', { name: 'Fleet' }).click()
  await expect(row).toBeVisible()
  for (const key of ['j', 'k']) await page.keyboard.press(key)
  await expect(row).toBeFocused()
  await page.keyboard.press('Enter')
  await page.waitForURL(new RegExp(`/hosts/${hostId}$`))
})

test('on a phone the header has two rows, however long the name', async ({
  page,
  installation,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openSample(page, installation, /equal weights/)
  const tabs = page.getByRole('navigation', { name: 'Host' })
  await expect(tabs).toBeVisible()
  const end = async () => {
    const { y, height } = (await tabs.boundingBox())!
    return y + height
  }
  expect(await end()).toBeLessThan(170)
  const before = await end()
  await page.getByRole('heading', { level: 1 }).evaluate((heading) => {
    heading.firstElementChild!.textContent = 'xen-production-frankfurt-rack-03-node-001'
  })
  expect(await end()).toBe(before)
  await page.getByRole('button', { name: /^More about/ }).click()
  await expect(page.getByRole('combobox', { name: 'Recording' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Real-time' })).toBeVisible()
})

/** Presses a key again until it has its effect: a page can be seen before its scripts listen. */
async function pressUntil(
  page: Page,
  key: string,
  element: Locator,
  effect: 'toBeVisible' | 'toBeFocused',
): Promise<void> {
  await expect(async () => {
    await page.keyboard.press(key)
    await expect(element)[effect]({ timeout: 2_000 })
  }).toPass()
}
