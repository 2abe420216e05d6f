import { utimesSync } from 'node:fs'
import { createHost } from '@steelyard/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inRoot } from './lib/paths.ts'
import { makeTemporaryDataDirectory, removeDataDirectory } from './lib/postgres/temporary-data.ts'
import { servicePids, signUp } from './lib/product/product-client.ts'
import { type Product, startProduct } from './lib/product/start-product.ts'

let dataDir: string
let product: Product

beforeAll(async () => {
  dataDir = makeTemporaryDataDirectory()
  product = await startProduct({ dataDir, command: 'dev', env: { STEELYARD_SAMPLES: 'off' } })
})
afterAll(async () => {
  await product.stop()
  removeDataDirectory(dataDir)
})

test('pages come from the development server, whose policy lets it reload them', async () => {
  const page = await fetch(`${product.webUrl}/sign-in`)
  expect(page.status).toBe(200)
  expect(page.headers.get('content-security-policy')).toContain("'unsafe-eval'")
  expect(await page.text()).toContain('hmr-client')
})

test('a page whose address has an id comes as well, for which Next starts a process of its own', async () => {
  const { call, cookie } = await signUp(product)
  const { id } = await call(createHost, { body: { name: 'xen1' } })
  const page = await fetch(`${product.webUrl}/hosts/${id}`, { headers: { cookie } })
  expect(page.status).toBe(200)
})

test('a change of a package replaces API, worker and agent', async () => {
  const before = servicePids(product.pid)
  const file = inRoot('packages/model/src/index.ts')
  utimesSync(file, new Date(), new Date()) // what is in it stays as it is for other tests
  const replaced = () => {
    const now = pidsIfAll()
    return now && Object.entries(before).every(([name, pid]) => now[name as 'api'] !== pid)
  }
  await expect.poll(replaced).toBe(true)
  const isReady = () =>
    fetch(`${product.apiUrl}/health/ready`).then(
      ({ status }) => status,
      () => 0,
    )
  await expect.poll(isReady).toBe(200)
})

/** Undefined while one of them is between its end and its next start. */
function pidsIfAll() {
  try {
    return servicePids(product.pid)
  } catch {
    return undefined
  }
}
