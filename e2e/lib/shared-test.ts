import { test as base } from '@playwright/test'
import type { Product } from '../../scripts/lib/product/start-product.ts'
import { createAdministrator, type StorageState, signInAgain } from './administrator.ts'
import { apiOf } from './api.ts'
import { withDatabase } from './database.ts'
import { type Furniture, furnish } from './furnish.ts'
import { pageThatWorks } from './page-that-works.ts'
import { patience, START_TIMEOUT_MS } from './patience.ts'
import { withPoolDouble } from './pool.ts'
import { withFreshProduct } from './product.ts'
import { withXenDouble } from './xen-double.ts'

export type Installation = { product: Product; session: StorageState; since: number }

/** Changes of people and tokens need a sign-in within the last 15 minutes. */
const FRESH_MS = 10 * 60_000

const FEW_REPLICATIONS = 2

/**
 * A test for journeys that share one product, already signed in. Those that ask for `furniture`
 * connect a host and put content on every page.
 */
export const test = base.extend<
  { freshSession: true; furniture: Furniture },
  { installation: Installation; furnished: Furniture }
>({
  ...patience,
  page: pageThatWorks,
  installation: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from it
    async ({}, use) =>
      withFreshProduct(async (product) => {
        await use({ product, session: await createAdministrator(product), since: Date.now() })
      }),
    { scope: 'worker', timeout: START_TIMEOUT_MS },
  ],
  furnished: [
    ({ installation: { product, session } }, use) =>
      withXenDouble((host) =>
        withPoolDouble(async (pool) =>
          use(await furnish(apiOf(product, session), product, { host, pool }, FEW_REPLICATIONS)),
        ),
      ),
    { scope: 'worker', timeout: START_TIMEOUT_MS },
  ],
  // Plans expire within 15 minutes, and the journeys take longer.
  furniture: async ({ installation: { product }, furnished }, use) => {
    await withDatabase(product, (session) =>
      session.query(
        `update "Plan" set "plannedAt" = now(), "expiresAt" = now() + interval '15 minutes'
         where id = any($1)`,
        [[furnished.openPlanId, furnished.waitingPlanId]],
      ),
    )
    await use(furnished)
  },
  freshSession: [
    async ({ installation }, use) => {
      if (Date.now() - installation.since > FRESH_MS) {
        const session = await signInAgain(installation.product)
        Object.assign(installation, { session, since: Date.now() })
      }
      await use(true)
    },
    { auto: true },
  ],
  baseURL: ({ installation }, use) => use(installation.product.webUrl),
  storageState: ({ installation, freshSession: _ }, use) => use(installation.session),
})
