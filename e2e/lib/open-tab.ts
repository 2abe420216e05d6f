import type { Page } from '@playwright/test'

/** Opens a tab of the host whose page is shown. */
export async function openTab(page: Page, name: string): Promise<void> {
  const tab = page
    .getByRole('navigation', { name: 'Host' })
    .getByRole('link', { name, exact: true })
  await tab.click()
  await page.locator('nav[aria-label="Host"] a[aria-current="page"]', { hasText: name }).waitFor()
}

/** Opens a section of the settings of the host whose page is shown. */
export async function openSection(page: Page, name: string): Promise<void> {
  const sections = page.getByRole('navigation', { name: 'Settings of the host' })
  await sections.getByRole('link', { name, exact: true }).click()
  await sections.locator('a[aria-current="true"]', { hasText: name }).waitFor()
}
