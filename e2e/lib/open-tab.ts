import type { Page } from '@playwright/test'

/** Opens a tab of the host whose page is shown. */
export async function openTab(page: Page, name: string): Promise<void> {
  const tab = page
    .getByRole('navigation', { name: 'Host' })
    .getByRole('link', { name, exact: true })
  await tab.click()
  await page.locator('nav[aria-label="Host"] a[aria-current="page"]', { hasText: name }).waitFor()
}
