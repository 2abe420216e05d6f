import { test as base } from '@playwright/test'
import type { Product } from '../../scripts/lib/start-product.ts'
import { withFreshProduct } from './product.ts'
import { startXenDouble, type XenDouble } from './xen-double.ts'

/** For journeys that begin with nothing: a product and a host of their own for each test. */
export const test = base.extend<{ product: Product; host: XenDouble }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from it
  product: async ({}, use) => withFreshProduct(use),
  // biome-ignore lint/correctness/noEmptyPattern: see above
  host: async ({}, use) => {
    const host = await startXenDouble()
    await use(host)
    await host.stop()
  },
})
