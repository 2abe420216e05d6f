// `npm run reload-times` measures how soon `npm run dev` shows a change: in an open page, and in
// what the API answers. It changes sources for a moment and puts them back.
import { readFileSync, writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { chromium } from '@playwright/test'
import { listEstimators } from '@steelyard/contract'
import { inRoot } from '../scripts/lib/paths.ts'
import {
  makeTemporaryDataDirectory,
  removeDataDirectory,
} from '../scripts/lib/postgres/temporary-data.ts'
import { startProduct } from '../scripts/lib/product/start-product.ts'
import { ensureBrowser } from '../scripts/lib/testing/browser.ts'
import { createAdministrator } from './lib/administrator.ts'
import { apiOf } from './lib/api.ts'

const TIMES = 5
const POLL_MS = 100
const GIVE_UP_MS = 60_000
/** The processes of the change before are up again, as they are when a person is at work. */
const PAUSE_MS = 10_000

type Change = {
  what: string
  file: string
  text: string
  /** What is shown now where the text appears. */
  shown: () => Promise<string>
}

process.env.PLAYWRIGHT_CHROMIUM = await ensureBrowser()
const { default: config } = await import('../playwright.config.ts')
const browser = await chromium.launch(config.use?.launchOptions)
const dataDir = makeTemporaryDataDirectory()
try {
  const product = await startProduct({ dataDir, command: 'dev', env: { STEELYARD_SAMPLES: 'off' } })
  const storageState = await createAdministrator(product)
  const page = await browser.newPage({ storageState })
  await page.goto(product.webUrl)
  const api = apiOf(product, storageState)
  const inPage = () => page.locator('body').innerText()
  const changes: Change[] = [
    {
      what: 'page',
      file: 'apps/web/app/(signed-in)/page.tsx',
      text: 'Connect a host',
      shown: inPage,
    },
    {
      what: 'part of a page',
      file: 'apps/web/components/fleet/first-run.tsx',
      text: 'Record a host under load',
      shown: inPage,
    },
    {
      what: 'package, in the API',
      file: 'packages/model/src/estimators/kingman/kingman.ts',
      text: 'Bound for a CPU of its own',
      shown: async () => JSON.stringify(await api(listEstimators)),
    },
    {
      what: 'contract, in the API',
      file: 'packages/contract/src/access.ts',
      text: 'Check whether this installation still needs an administrator',
      shown: async () => (await fetch(`${product.apiUrl}/openapi.json`)).text(),
    },
  ]
  const rows: Record<string, Record<string, number>> = {}
  for (const change of changes) {
    const times = (await secondsOf(change)).sort((a, b) => a - b)
    rows[change.what] = { 'middle s': times[Math.floor(TIMES / 2)]!, 'longest s': times.at(-1)! }
  }
  console.table(rows)
  await product.stop()
} finally {
  await browser.close()
  removeDataDirectory(dataDir)
}

/** How long each of several changes took to be seen, in seconds. */
async function secondsOf({ file, text, shown }: Change): Promise<number[]> {
  const before = readFileSync(inRoot(file), 'utf8')
  const seconds: number[] = []
  try {
    for (let time = 1; time <= TIMES; time += 1) {
      await sleep(PAUSE_MS)
      const changed = `${text}, change ${time}`
      const startedAt = performance.now()
      writeFileSync(inRoot(file), before.replace(text, changed))
      while (!(await shown().catch(() => '')).includes(changed)) {
        if (performance.now() - startedAt > GIVE_UP_MS) throw new Error(`${file}: no change seen`)
        await sleep(POLL_MS)
      }
      seconds.push(Math.round((performance.now() - startedAt) / 10) / 100)
    }
  } finally {
    writeFileSync(inRoot(file), before)
  }
  return seconds
}
