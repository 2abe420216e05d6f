import { test as base } from '@playwright/test'
import type { Product } from '../../scripts/lib/product/start-product.ts'
import { createAdministrator, type StorageState } from './administrator.ts'
import { apiOf } from './api.ts'
import { type Furniture, furnish } from './furnish.ts'
import { patience, START_TIMEOUT_MS } from './patience.ts'
import { withFreshProduct } from './product.ts'
import { withXenDouble } from './xen-double.ts'

export type Installation = { product: Product; session: StorageState }

const FEW_REPLICATIONS = 2

/**
 * A test for journeys that share one product, already signed in. Those that ask for `furniture`
 * connect a host and put content on every page.
 */
export const test = base.extend<object, { installation: Installation; furniture: Furniture }>({
  ...patience,
  installation: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from it
    async ({}, use) =>
      withFreshProduct(async (product) => {
        await use({ product, session: await createAdministrator(product) })
      }),
    { scope: 'worker', timeout: START_TIMEOUT_MS },
  ],
  furniture: [
    ({ installation: { product, session } }, use) =>
      withXenDouble(async (host) =>
        use(await furnish(apiOf(product, session), host, FEW_REPLICATIONS)),
      ),
    { scope: 'worker', timeout: START_TIMEOUT_MS },
  ],
  baseURL: ({ installation }, use) => use(installation.product.webUrl),
  storageState: ({ installation }, use) => use(installation.session),
})
