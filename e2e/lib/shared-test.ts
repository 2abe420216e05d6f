import { test as base } from '@playwright/test'
import type { Product } from '../../scripts/lib/product/start-product.ts'
import { createAdministrator, type StorageState } from './administrator.ts'
import { patience, START_TIMEOUT_MS } from './patience.ts'
import { withFreshProduct } from './product.ts'

type Installation = { product: Product; session: StorageState }

/** A test for journeys that only read: they share one product, already signed in. */
export const test = base.extend<object, { installation: Installation }>({
  ...patience,
  installation: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from it
    async ({}, use) =>
      withFreshProduct(async (product) => {
        await use({ product, session: await createAdministrator(product) })
      }),
    { scope: 'worker', timeout: START_TIMEOUT_MS },
  ],
  baseURL: ({ installation }, use) => use(installation.product.webUrl),
  storageState: ({ installation }, use) => use(installation.session),
})
