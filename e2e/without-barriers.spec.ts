import { AxeBuilder } from '@axe-core/playwright'
import type { Locator, Page } from '@playwright/test'
import { administrator } from './lib/administrator.ts'
import type { Furniture } from './lib/furnish.ts'
import { expect } from './lib/patience.ts'
import { type Scene, scenesOf, signInScene } from './lib/scenes.ts'
import { test } from './lib/shared-test.ts'
import { visit } from './lib/visit.ts'

// Checks that axe finds nothing serious on any page, in light and dark, and that no page is wider
// than a phone. Then checks that the keyboard alone is enough.

const narrow = { width: 360, height: 740 }

test.use({ contextOptions: { reducedMotion: 'reduce' } })

/** Scenes without an action are parts of a page that is also checked as a whole. */
const scenes = scenesOf({} as Furniture).filter(({ part, open }) => !part || open)

for (const { name } of scenes) {
  test(`${name} can be read by everybody`, async ({ page, furniture }) => {
    const scene = scenesOf(furniture).find((each) => each.name === name)!
    await expectReadable(page, scene)
  })
}

async function expectReadable(page: Page, scene: Scene): Promise<void> {
  await visit(page, scene)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await expect(page.locator('html')).toHaveClass(colorScheme)
    // Only the colours of the dark theme differ.
    const rules = colorScheme === 'dark' ? ['color-contrast'] : undefined
    expect(await seriousFindings(page, rules), colorScheme).toEqual([])
  }
  await page.setViewportSize(narrow)
  await expect.poll(() => page.evaluate('document.documentElement.scrollWidth')).toBe(narrow.width)
  // What is wider than the page now scrolls, which the keyboard must be able to do too.
  expect(await seriousFindings(page, ['scrollable-region-focusable']), 'narrow').toEqual([])
}

/**
 * What axe finds, by all of its rules unless some are named. By default axe also describes whatever it
 * finds nothing wrong with, and opens a page to put together what it found in frames, which no page has.
 */
async function seriousFindings(page: Page, rules?: string[]): Promise<string[]> {
  expect(page.frames()).toHaveLength(1)
  // The source is long, and stays in the page from the first look on.
  const axeSource = (await page.evaluate("'axe' in window")) ? 'void axe' : undefined
  const axe = new AxeBuilder({ page, axeSource })
    .setLegacyMode()
    .options({ resultTypes: ['violations'] })
  if (rules) axe.withRules(rules)
  const { violations } = await axe.analyze()
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target} ${node.failureSummary}`))
}

test.describe('without a session', () => {
  test.use({ storageState: { cookies: [], origins: [] } })

  const setUpScene = { name: 'set-up', path: '/setup#token=used', heading: /^Welcome/ }
  for (const scene of [signInScene, setUpScene]) {
    test(`${scene.name} can be read by everybody`, ({ page }) => expectReadable(page, scene))
  }

  test('the keyboard alone signs in and skips the navigation', async ({ page }) => {
    await visit(page, signInScene)
    await tabTo(page, page.getByLabel('E-mail address'))
    await page.keyboard.type(administrator.email)
    await page.keyboard.press('Tab')
    await page.keyboard.type(administrator.password)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'Fleet' })).toBeVisible()

    await tabTo(page, page.getByRole('link', { name: 'Skip to the content' }))
    await page.keyboard.press('Enter')
    await expect(page.getByRole('main')).toBeFocused()
  })
})

test('the keyboard alone opens, walks round and leaves a dialog', async ({ page, furniture }) => {
  await visit(page, { path: `/changes/${furniture.openPlanId}`, heading: 'Ready to be applied' })
  const apply = page.getByRole('button', { name: /^Apply to/ })
  await tabTo(page, apply)
  await page.keyboard.press('Enter')

  const dialog = page.getByRole('dialog')
  await expect(dialog).toBeVisible()
  const password = dialog.getByLabel('Your password')
  await expect(password).toBeFocused()
  const behind = page.locator('main :focus, aside :focus, header :focus')
  for (let stop = 0; stop < 8; stop += 1) {
    await page.keyboard.press('Tab')
    await expect(behind).toHaveCount(0)
    if (await password.evaluate((it) => it === it.ownerDocument.activeElement)) break
  }
  await expect(password).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(apply).toBeFocused()
})

/** Presses Tab until the element has the focus, as a user without a mouse would. */
async function tabTo(page: Page, element: Locator): Promise<void> {
  for (let stop = 0; stop < 60; stop += 1) {
    await page.keyboard.press('Tab')
    if (await element.evaluate((it) => it === it.ownerDocument.activeElement)) return
  }
  throw new Error(`Tab does not lead to ${element}`)
}
