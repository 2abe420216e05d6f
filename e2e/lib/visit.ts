import type { Page } from '@playwright/test'
import { expect } from './patience.ts'
import type { Scene } from './scenes.ts'

/** Opens a page and waits until it shows its data instead of placeholders. */
export async function visit(page: Page, { path, heading }: Omit<Scene, 'name'>): Promise<void> {
  await page.goto(path)
  await expect(page.getByRole('heading', { name: heading }).first()).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: /^Loading/ })).toHaveCount(0)
  await page.evaluate('document.fonts.ready.then(() => {})')
}
