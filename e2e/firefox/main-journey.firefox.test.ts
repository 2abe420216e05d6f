import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { type Browser, type ElementHandle, launch, type Page } from 'puppeteer-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { inRoot } from '../../scripts/lib/paths.ts'
import {
  makeTemporaryDataDirectory,
  removeDataDirectory,
} from '../../scripts/lib/postgres/temporary-data.ts'
import { type Product, startProduct } from '../../scripts/lib/product/start-product.ts'
import { administrator } from '../lib/administrator.ts'

// The main journey in another browser: sign up, upload a recording, read the verdict, plan weights.

const WITHIN_MS = 120_000

const SAMPLE = 'paper-table3-equal'

let dataDir: string
let product: Product
let browser: Browser
let page: Page
const faults: string[] = []
beforeAll(async () => {
  dataDir = makeTemporaryDataDirectory()
  product = await startProduct({ dataDir, env: {} })
  browser = await launch({
    browser: 'firefox',
    executablePath: '/usr/bin/firefox-esr',
    headless: true,
    defaultViewport: { width: 1280, height: 900 },
  })
  page = await browser.newPage()
  page.setDefaultTimeout(WITHIN_MS)
  page.on('pageerror', (error) => {
    // Zod asks on each page whether `eval` is allowed; the policy of the pages says no.
    if (!/Missing 'unsafe-eval'/.test(String(error))) faults.push(String(error))
  })
})
afterAll(async () => {
  await browser?.close()
  await product?.stop()
  removeDataDirectory(dataDir)
})

const byText = (tag: string, text: string) =>
  page.locator(`::-p-xpath(//${tag}[normalize-space(.)="${text}"])`)

async function fill(label: string, text: string): Promise<void> {
  await page
    .locator(`::-p-xpath(//label[normalize-space(.)="${label}"]/following::input[1])`)
    .fill(text)
}

it('goes from the one-time link to planned weights', async () => {
  await page.goto(product.setupUrl!)
  await fill('Your name', administrator.name)
  await fill('E-mail address', administrator.email)
  await fill('Password', administrator.password)
  await byText('button', 'Create the administrator').click()
  await byText('h1', 'Fleet').wait()

  await page.goto(`${product.webUrl}/recordings/new`)
  // As one archive, because a browser that is driven so gives single files no folder.
  const archive = path.join(dataDir, `${SAMPLE}.tar.gz`)
  execFileSync('tar', ['-czf', archive, '-C', inRoot('samples'), SAMPLE])
  const field = page.locator('input[aria-label="Files to upload"]')
  const handle = await field.setVisibility(null).waitHandle()
  await (handle as ElementHandle<HTMLInputElement>).uploadFile(archive)
  await fill('Response time of vm1', '180')
  await byText('button', 'Analyse').click()
  await page.waitForFunction(() => location.search.includes('recording='))
  await page.locator('[aria-label="Verdict"]').wait()
  expect(await page.$eval('main', (main) => main.innerText)).toContain('vm1')

  await byText('a', 'Headroom').click()
  await page.waitForFunction(() => document.querySelector('.recharts-surface') !== null)
  await byText('a', 'Options').click()
  await page.waitForFunction(() => location.pathname.endsWith('/options'))
  await page.locator('::-p-xpath(//main//button[starts-with(normalize-space(.), "Plan ")])').click()
  await page.waitForFunction(() => location.pathname.startsWith('/changes/'))
  await page.waitForFunction(() => document.querySelector('main')!.innerText.includes('vm1'))
  expect(faults).toEqual([])
})
