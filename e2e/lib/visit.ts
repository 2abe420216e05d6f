import type { Page } from '@playwright/test'
import { expect } from './patience.ts'
import type { Scene } from './scenes.ts'

/** Opens a page and waits until it shows its data instead of placeholders. */
export async function visit(page: Page, scene: Omit<Scene, 'name'>): Promise<void> {
  await page.goto(scene.path)
  await expect(page.getByRole('heading', { name: scene.heading }).first()).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: /^Loading/ })).toHaveCount(0)
  await expect(page.locator('.animate-pulse')).toHaveCount(0) // placeholders have no text
  // Charts come after the first paint. A page that follows a job never rests.
  await page.waitForLoadState('networkidle', { timeout: 5_000 }).catch(() => {})
  await scene.open?.(page)
  await page.evaluate('document.fonts.ready.then(() => {})')
}
