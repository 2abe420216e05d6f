import type { Page } from '@playwright/test'
import { expect } from './patience.ts'

/**
 * Follows the link to an identity provider until its page shows. On a busy machine a click now and
 * then gives the link the focus and leads nowhere. The cause is not known.
 */
export async function goToProvider(page: Page, name: string): Promise<void> {
  const link = page.getByRole('link', { name: `Sign in with ${name}` })
  await expect(link).toBeVisible()
  await expect(async () => {
    if (await link.isVisible()) await link.click()
    await expect(page.getByPlaceholder('Enter any login')).toBeVisible({ timeout: 10_000 })
  }).toPass()
}

/** On the provider's own pages. */
export async function enterLogin(page: Page, login: string): Promise<void> {
  await page.getByPlaceholder('Enter any login').fill(login)
  await page.getByPlaceholder('and password').fill('any')
  await page.getByRole('button', { name: 'Sign-in' }).click()
}
