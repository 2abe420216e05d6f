// `npm run screenshots` takes the pictures that documents show into docs/screenshots, and no others.
// `npm run screenshots -- --all FOLDER` takes every page into a folder: light, dark, and narrow. A
// picture with an empty chart is an error.
import { existsSync, globSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { type BrowserContextOptions, chromium, type Page } from '@playwright/test'
import sharp from 'sharp'
import { inRoot } from '../scripts/lib/paths.ts'
import type { Product } from '../scripts/lib/product/start-product.ts'
import { ensureBrowser } from '../scripts/lib/testing/browser.ts'
import { createAdministrator } from './lib/administrator.ts'
import { type Api, apiOf } from './lib/api.ts'
import { waitForCharts } from './lib/drawn-charts.ts'
import { type Doubles, finishedSamples, furnish, playInLab } from './lib/furnish.ts'
import { plan } from './lib/host-actions.ts'
import { withPoolDouble } from './lib/pool.ts'
import { withFreshProduct } from './lib/product.ts'
import { type Scene, scenesOf, signInScene, tutorialScenesOf } from './lib/scenes.ts'
import { visit } from './lib/visit.ts'
import { withXenDouble } from './lib/xen-double.ts'

/** The product's pages use the same number of replications. */
const REPLICATIONS = 5

const LOOKS = ['light', 'dark', 'narrow'] as const
type Look = (typeof LOOKS)[number]

const { values } = parseArgs({ options: { all: { type: 'string' } } })
const directory = values.all ? path.resolve(values.all) : inRoot('docs/screenshots')
const wanted = values.all ? null : picturesInDocuments()
const sizes = {
  light: { width: 1280, height: 800 },
  dark: { width: 1280, height: 800 },
  narrow: { width: 390, height: 844 },
}

process.env.PLAYWRIGHT_CHROMIUM = await ensureBrowser()
const { default: config } = await import('../playwright.config.ts')
const browser = await chromium.launch(config.use?.launchOptions)
try {
  await withXenDouble((host) =>
    withPoolDouble((pool) => withFreshProduct((product) => takeAll(product, { host, pool }))),
  )
} finally {
  await browser.close()
}

async function takeAll(product: Product, doubles: Doubles): Promise<void> {
  mkdirSync(directory, { recursive: true })
  const stranger = { baseURL: product.webUrl, reducedMotion: 'reduce' } as const
  // The link works only until there is an administrator.
  await take(stranger, [
    { name: 'set-up', path: product.setupUrl!, heading: 'Welcome to Steelyard' },
  ])
  const storageState = await createAdministrator(product)
  await take(stranger, [signInScene])
  const api = apiOf(product, storageState)
  await take({ ...stranger, storageState }, tutorialScenesOf(await tutorialOf(api)))
  const furniture = await furnish(api, product, doubles, REPLICATIONS)
  await playInLab(api, { kind: 'levers', analysisId: furniture.analysisId }, REPLICATIONS)
  await take({ ...stranger, storageState }, scenesOf(furniture))
  const missing = [...(wanted ?? [])].filter((name) => !existsSync(path.join(directory, name)))
  if (missing.length > 0) throw new Error(`No page for ${missing.join(', ')}`)
  for (const name of wanted ? readdirSync(directory) : []) {
    if (!wanted?.has(name)) rmSync(path.join(directory, name))
  }
}

/** The sample that the tutorial is about, and the plan that it ends with. */
async function tutorialOf(api: Api): Promise<Record<'hostId' | 'analysisId' | 'planId', string>> {
  const analyses = await finishedSamples(api)
  const { id: analysisId, hostId } = analyses.find(({ verdict }) => verdict === 'misses')!
  const { id: planId } = await plan(api, { analysisId })
  return { hostId, analysisId, planId }
}

/** The names of the pictures that documents show. */
function picturesInDocuments(): Set<string> {
  const documents = ['README.md', ...globSync('docs/*/*.md', { cwd: inRoot() })]
  const texts = documents.map((file) => readFileSync(inRoot(file), 'utf8')).join('\n')
  return new Set([...texts.matchAll(/screenshots\/([\w-]+\.png)/g)].map(([, name]) => name!))
}

function pictureOf({ name }: Scene, look: Look): string {
  return `${name}-${look}.png`
}

async function take(context: BrowserContextOptions, scenes: Scene[]): Promise<void> {
  for (const scene of scenes) {
    for (const look of LOOKS) {
      if (wanted && !wanted.has(pictureOf(scene, look))) continue
      await takeOne(look, scene, { ...context, viewport: sizes[look] })
    }
  }
}

async function takeOne(look: Look, scene: Scene, context: BrowserContextOptions): Promise<void> {
  const page = await browser.newPage(context)
  await page.emulateMedia({ colorScheme: look === 'dark' ? 'dark' : 'light' })
  await visit(page, scene)
  await growToContent(page)
  await waitForCharts(page)
  const shown = scene.part ? page.getByRole('region', { name: scene.part, exact: true }) : page
  // 256 colours are enough for an interface and need a third of the size.
  await sharp(await shown.screenshot())
    .png({ palette: true, quality: 90, effort: 7 })
    .toFile(path.join(directory, pictureOf(scene, look)))
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
