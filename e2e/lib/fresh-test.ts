import { test as base } from '@playwright/test'
import type { Product } from '../../scripts/lib/product/start-product.ts'
import { pageThatWorks } from './page-that-works.ts'
import { patience, START_TIMEOUT_MS } from './patience.ts'
import { withFreshProduct } from './product.ts'
import { withXenDouble, type XenDouble } from './xen-double.ts'

/** A test for journeys that start from nothing: each gets its own product and host. */
export const test = base.extend<{ product: Product; host: XenDouble }>({
  ...patience,
  page: pageThatWorks,
  product: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from it
    async ({}, use) => withFreshProduct(use, { STEELYARD_SAMPLES: 'off' }),
    { timeout: START_TIMEOUT_MS },
  ],
  // biome-ignore lint/correctness/noEmptyPattern: see above
  host: async ({}, use) => withXenDouble(use),
})
