import type { Page } from '@playwright/test'
import { expect } from './patience.ts'

/**
 * Follows the link to an identity provider until its page shows. On a busy machine a click now and
 * then leads nowhere although the link has the focus, and nobody has found out why.
 */
export async function goToProvider(page: Page, name: string): Promise<void> {
  const link = page.getByRole('link', { name: `Sign in with ${name}` })
  await expect(link).toBeVisible()
  await expect(async () => {
    if (await link.isVisible()) await link.click()
    await expect(page.getByPlaceholder('Enter any login')).toBeVisible({ timeout: 10_000 })
  }).toPass()
}
