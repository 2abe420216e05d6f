// `npm run screenshots`: every page with something on it, light and dark, to docs/screenshots.
import { mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { type BrowserContextOptions, chromium, type Page } from '@playwright/test'
import { createAdministrator } from '../e2e/lib/administrator.ts'
import { apiOf } from '../e2e/lib/api.ts'
import { furnish } from '../e2e/lib/furnish.ts'
import { withFreshProduct } from '../e2e/lib/product.ts'
import { type Scene, scenesOf, signInScene } from '../e2e/lib/scenes.ts'
import { visit } from '../e2e/lib/visit.ts'
import { startXenDouble } from '../e2e/lib/xen-double.ts'
import { ensureBrowser } from './lib/browser.ts'
import { inRoot } from './lib/paths.ts'
import type { Product } from './lib/start-product.ts'

const directory = inRoot('docs/screenshots')
const wide = { width: 1280, height: 800 }
const narrow = { width: 390, height: 844 }
/** Pages that are also shown as a phone shows them. */
const alsoNarrow = ['overview', 'analysis', 'upload-recognised', 'plan', 'host']

process.env.PLAYWRIGHT_CHROMIUM = await ensureBrowser()
const { default: config } = await import('../playwright.config.ts')
const browser = await chromium.launch(config.use?.launchOptions)
const host = await startXenDouble()
try {
  await withFreshProduct(takeAll)
} finally {
  await host.stop()
  await browser.close()
}

async function takeAll(product: Product): Promise<void> {
  rmSync(directory, { recursive: true, force: true })
  mkdirSync(directory, { recursive: true })
  const stranger = { baseURL: product.webUrl, reducedMotion: 'reduce' } as const
  // The link works until there is an administrator.
  await take(stranger, [
    { name: 'set-up', path: product.setupUrl!, heading: 'Welcome to Steelyard' },
  ])
  const storageState = await createAdministrator(product)
  await take(stranger, [signInScene])
  await take(
    { ...stranger, storageState },
    scenesOf(await furnish(apiOf(product, storageState), host)),
  )
}

async function take(context: BrowserContextOptions, scenes: Scene[]): Promise<void> {
  const wideOnes = await browser.newPage({ ...context, viewport: wide })
  for (const scene of scenes) {
    await visit(wideOnes, scene)
    for (const colorScheme of ['light', 'dark'] as const) {
      await wideOnes.emulateMedia({ colorScheme })
      await save(wideOnes, `${scene.name}-${colorScheme}`)
    }
  }
  await wideOnes.close()
  const narrowOnes = await browser.newPage({ ...context, viewport: narrow })
  for (const scene of scenes.filter(({ name }) => alsoNarrow.includes(name))) {
    await visit(narrowOnes, scene)
    await save(narrowOnes, `${scene.name}-narrow`)
  }
  await narrowOnes.close()
}

/** The page as a whole; of a dialog, what is in view. */
async function save(page: Page, name: string): Promise<void> {
  const fullPage = !(await page.getByRole('dialog').isVisible())
  await page.screenshot({ path: path.join(directory, `${name}.png`), fullPage })
}
