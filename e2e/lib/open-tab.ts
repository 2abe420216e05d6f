import type { Page } from '@playwright/test'

/** A click that leads nowhere for so long is followed by a load of the address. */
const CLICK_MS = 25_000

/**
 * Opens a tab of the host whose page is shown. On a busy machine a click on a tab after moved sliders
 * has led nowhere now and then; why is not known yet, so the address is loaded then.
 */
export async function openTab(page: Page, name: string): Promise<void> {
  const tab = page
    .getByRole('navigation', { name: 'Host' })
    .getByRole('link', { name, exact: true })
  const open = page.locator('nav[aria-label="Host"] a[aria-current="page"]', { hasText: name })
  const href = (await tab.getAttribute('href'))!
  await tab.click()
  await open.waitFor({ timeout: CLICK_MS }).catch(() => page.goto(href))
  await open.waitFor()
}

/** Opens a section of the settings of the host whose page is shown. */
export async function openSection(page: Page, name: string): Promise<void> {
  const sections = page.getByRole('navigation', { name: 'Settings of the host' })
  await sections.getByRole('link', { name, exact: true }).click()
  await sections.locator('a[aria-current="true"]', { hasText: name }).waitFor()
}
