import { expect, type Page } from '@playwright/test'
import type { Scene } from './scenes.ts'

/** Opens a page and waits until it shows its data instead of placeholders. */
export async function visit(page: Page, { path, heading }: Omit<Scene, 'name'>): Promise<void> {
  await page.goto(path)
  await expect(page.getByRole('heading', { name: heading }).first()).toBeVisible({
    timeout: 60_000,
  })
  await expect(page.getByRole('status').filter({ hasText: /^Loading/ })).toHaveCount(0, {
    timeout: 60_000,
  })
  await page.evaluate('document.fonts.ready.then(() => {})')
}
