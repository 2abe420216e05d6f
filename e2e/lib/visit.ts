import type { Page } from '@playwright/test'
import { expect } from './patience.ts'
import type { Scene } from './scenes.ts'

/** Opens a page and waits until it shows its data instead of placeholders. */
export async function visit(page: Page, scene: Omit<Scene, 'name'>): Promise<void> {
  await page.goto(scene.path)
  await expect(page.getByRole('heading', { name: scene.heading }).first()).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: /^Loading/ })).toHaveCount(0)
  await expect(page.locator('.animate-pulse')).toHaveCount(0) // placeholders have no text
  await scene.open?.(page)
  await page.evaluate('document.fonts.ready.then(() => {})')
}
