// `npm run screenshots` takes pictures of the filled pages, in light and dark, into
// docs/screenshots.
import { mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { type BrowserContextOptions, chromium, type Page } from '@playwright/test'
import sharp from 'sharp'
import { inRoot } from '../scripts/lib/paths.ts'
import type { Product } from '../scripts/lib/product/start-product.ts'
import { ensureBrowser } from '../scripts/lib/testing/browser.ts'
import { createAdministrator } from './lib/administrator.ts'
import { apiOf } from './lib/api.ts'
import { furnish, playInLab } from './lib/furnish.ts'
import { withFreshProduct } from './lib/product.ts'
import { type Scene, scenesOf, signInScene } from './lib/scenes.ts'
import { visit } from './lib/visit.ts'
import { withXenDouble, type XenDouble } from './lib/xen-double.ts'

/** The product's pages use the same number of replications. */
const REPLICATIONS = 5

const directory = inRoot('docs/screenshots')
const wide = { width: 1280, height: 800 }
const narrow = { width: 390, height: 844 }
/** Pages that are also captured at the size of a phone. */
const alsoNarrow = [
  'fleet',
  'analysis',
  'analysis-options',
  'load-balancer',
  'plan-by-hand',
  'upload-recognised',
  'requests',
  'plan',
  'host',
  'host-drift',
  'host-live',
  'host-watched',
  'lab',
  'real-time',
  'signing-in',
  'people',
  'people-invite',
  'plan-waiting',
  'approval',
  'audit',
  'identity-providers',
  'host-policy',
  'recommendation',
  'recommendation-outcome',
  'journal',
  'notifications',
]

process.env.PLAYWRIGHT_CHROMIUM = await ensureBrowser()
const { default: config } = await import('../playwright.config.ts')
const browser = await chromium.launch(config.use?.launchOptions)
try {
  await withXenDouble((host) => withFreshProduct((product) => takeAll(product, host)))
} finally {
  await browser.close()
}

async function takeAll(product: Product, host: XenDouble): Promise<void> {
  rmSync(directory, { recursive: true, force: true })
  mkdirSync(directory, { recursive: true })
  const stranger = { baseURL: product.webUrl, reducedMotion: 'reduce' } as const
  // The link works only until there is an administrator.
  await take(stranger, [
    { name: 'set-up', path: product.setupUrl!, heading: 'Welcome to Steelyard' },
  ])
  const storageState = await createAdministrator(product)
  await take(stranger, [signInScene])
  const api = apiOf(product, storageState)
  const furniture = await furnish(api, product, host, REPLICATIONS)
  await playInLab(api, { kind: 'levers', analysisId: furniture.analysisId }, REPLICATIONS)
  await take({ ...stranger, storageState }, scenesOf(furniture))
}

async function take(context: BrowserContextOptions, scenes: Scene[]): Promise<void> {
  for (const scene of scenes) {
    await takeAs(['light', 'dark'], scene, { ...context, viewport: wide })
    if (alsoNarrow.includes(scene.name)) {
      await takeAs(['narrow'], scene, { ...context, viewport: narrow })
    }
  }
}

type Look = 'light' | 'dark' | 'narrow'

async function takeAs(looks: Look[], scene: Scene, context: BrowserContextOptions): Promise<void> {
  const page = await browser.newPage(context)
  await visit(page, scene)
  await growToContent(page)
  for (const look of looks) {
    await page.emulateMedia({ colorScheme: look === 'dark' ? 'dark' : 'light' })
    const shown = scene.part ? page.getByRole('region', { name: scene.part, exact: true }) : page
    const picture = sharp(await shown.screenshot())
    // 256 colours are enough for an interface and need a third of the size.
    await picture
      .png({ palette: true, quality: 90, effort: 7 })
      .toFile(path.join(directory, `${scene.name}-${look}.png`))
  }
  await page.close()
}

/**
 * Makes the window as tall as the page, so that the side bar reaches its end, unlike in a stitched
 * picture.
 */
async function growToContent(page: Page): Promise<void> {
  const { width } = page.viewportSize()!
  const height = Number(await page.evaluate('document.documentElement.scrollHeight'))
  await page.setViewportSize({ width, height })
}
