import { test as base } from '@playwright/test'
import type { Product } from '../../../scripts/lib/product/start-product.ts'
import { patience, START_TIMEOUT_MS } from '../../lib/patience.ts'
import { withFreshProduct } from '../../lib/product.ts'
import { pickHost, SERVED_HOSTS, servedHosts } from './served-hosts.ts'
import type { XenHost } from './xen-host.ts'

/** An empty product, and the running credit host in its initial state. */
export const test = base.extend<{ product: Product; host: XenHost }>({
  ...patience,
  product: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from it
    async ({}, use) => withFreshProduct(use, { STEELYARD_SAMPLES: 'off' }),
    { timeout: START_TIMEOUT_MS },
  ],
  host: [
    // biome-ignore lint/correctness/noEmptyPattern: see above
    async ({}, use) => {
      const handles = servedHosts()
      if (!handles) throw new Error(`${SERVED_HOSTS} names no hosts; \`npm run test:xen\` does`)
      const host = pickHost(handles, 'credit')
      await host.restoreGuests()
      await host.untilGuestsServe()
      await use(host)
    },
    { timeout: START_TIMEOUT_MS },
  ],
})
