// `npm run first-paint` measures how soon each page shows its content, how much of it moves, and
// what the browser has to load for it, on the production build with the shipped samples.
import { type Browser, type BrowserContextOptions, chromium } from '@playwright/test'
import type { Product } from '../scripts/lib/product/start-product.ts'
import { ensureBrowser } from '../scripts/lib/testing/browser.ts'
import { createAdministrator } from './lib/administrator.ts'
import { apiOf } from './lib/api.ts'
import { type FirstPaint, firstPaintOf } from './lib/first-paint-of.ts'
import { finishedSamples } from './lib/furnish.ts'
import { withFreshProduct } from './lib/product.ts'
import { SCRIPT_LIMIT_KB } from './lib/scripts-of-pages.ts'

const AIMS = { lcpMs: 1_500, shift: 0.02, scriptKb: SCRIPT_LIMIT_KB }
/** The middle one of the loads counts, each with an empty cache. */
const LOADS = 3

process.env.PLAYWRIGHT_CHROMIUM = await ensureBrowser()
const { default: config } = await import('../playwright.config.ts')
const browser = await chromium.launch(config.use?.launchOptions)
try {
  await withFreshProduct((product) => measureAll(browser, product))
} finally {
  await browser.close()
}

async function measureAll(browser: Browser, product: Product): Promise<void> {
  const storageState = await createAdministrator(product)
  const [sample] = await finishedSamples(apiOf(product, storageState))
  const host = `/hosts/${sample!.hostId}`
  const tabs = ['', 'options', 'headroom', 'evidence', 'history', 'settings']
  const paths = [
    '/',
    ...[...tabs, 'load-balancer', 'real-time'].map((tab) => `${host}${tab && `/${tab}`}`),
    '/changes',
    '/lab',
    '/recordings/new',
    '/settings',
    '/settings/audit',
  ]
  const viewport = { width: 1440, height: 900 }
  const options = { baseURL: product.webUrl, viewport, storageState, timezoneId: 'UTC' }
  await measure(browser, paths[0]!, options) // warms the server up, whose first answer is slow
  const rows: Record<string, Record<string, string | number>> = {}
  for (const path of paths) {
    const paint = await measure(browser, path, options)
    rows[path.replace(host, '/hosts/…')] = {
      'LCP ms': marked(paint.lcpMs, AIMS.lcpMs),
      CLS: marked(paint.shift, AIMS.shift),
      'JS KB gz': marked(paint.scriptKb, AIMS.scriptKb),
      'later KB gz': paint.laterKb,
      requests: paint.requests,
    }
  }
  console.table(rows)
  console.log(`Aims: LCP ${AIMS.lcpMs} ms, CLS ${AIMS.shift}, ${AIMS.scriptKb} KB; ! is above.`)
}

async function measure(
  browser: Browser,
  path: string,
  options: BrowserContextOptions,
): Promise<FirstPaint> {
  const paints: FirstPaint[] = []
  for (let load = 0; load < LOADS; load += 1)
    paints.push(await firstPaintOf(browser, path, options))
  return paints.sort((a, b) => a.lcpMs - b.lcpMs)[Math.floor(LOADS / 2)]!
}

function marked(value: number, aim: number): string {
  return value > aim ? `${value} !` : String(value)
}
