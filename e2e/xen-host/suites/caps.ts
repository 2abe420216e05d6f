import { setTimeout as sleep } from 'node:timers/promises'
import * as contract from '@steelyard/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PASSWORD } from '../../../scripts/lib/product/product-client.ts'
import { type OperatedProduct, startOperatedProduct } from '../lib/operated-product.ts'
import type { XenHost } from '../lib/xen-host.ts'

/** Six samples have to be quiet before caps are given back; each takes seconds under emulation. */
const ENV = { STEELYARD_SAMPLE_SECONDS: '15' }
const WAIT_MS = 8 * 60_000
const POLL_MS = 1_000
const HOUR_MS = 3600 * 1000

const SETTINGS: contract.CapsMonitorSettings = {
  mode: 'automatic',
  pCpus: 2,
  realTime: [{ name: 'vm1', periodMs: 100, executionMs: 70 }],
  others: ['vm2', 'vm3'].map((name) => ({
    name,
    weight: 256,
    leastCapPercent: 1,
    highestCapPercent: null,
  })),
  share: 'equal',
  allowancePercent: 10,
}

/**
 * Paper 3's monitor, through the whole product, without a person once the grant is given.
 *
 * @param give returns a running host with two pCPUs
 */
export function describeCaps(give: () => XenHost): void {
  describe('caps that follow the load', () => capsDrill(give))
}

function capsDrill(give: () => XenHost): void {
  let host: XenHost
  let product: OperatedProduct
  let params: { id: string }

  beforeAll(async () => {
    host = give()
    product = await startOperatedProduct(ENV)
    params = { id: (await product.enrol(host)).id }
  })
  afterAll(() => product?.stop())

  it('are set while the real-time guest computes, and given back once it is quiet', async () => {
    await product.call(contract.setCapsMonitor, { params, body: SETTINGS })
    const expiresAt = new Date(Date.now() + HOUR_MS).toISOString()
    const body = { password: PASSWORD, expiresAt }
    await product.call(contract.giveCapsGrant, { params, body })

    await host.runInGuest(1, 'hog on')
    const taken = await untilCaps((caps) => caps.every((cap) => cap > 0))
    console.log(`While vm1 computes, the caps of vm2 and vm3 are ${taken.join(' and ')} %.`)
    // Each has one vCPU, so both go to the pCPU that vm1 leaves free.
    expect(taken).toEqual([50, 50])

    await host.runInGuest(1, 'hog off')
    expect(await untilCaps((caps) => caps.every((cap) => cap === 0))).toEqual([0, 0])

    // The journal follows once the product has read the caps back.
    await expect.poll(journalled, { timeout: WAIT_MS }).toBeGreaterThanOrEqual(2)
  })

  async function journalled(): Promise<number> {
    const { data } = await product.call(contract.listJournal, { query: { hostId: params.id } })
    return data.filter(({ decision }) => decision.startsWith('caps-')).length
  }

  /** Reads the caps of the two others on the host itself, without the product. */
  async function untilCaps(are: (caps: number[]) => boolean): Promise<number[]> {
    for (const end = Date.now() + WAIT_MS; ; await sleep(POLL_MS)) {
      const domains = await host.domains()
      const caps = ['vm2', 'vm3'].map((name) => domains.find((each) => each.name === name)!.cap)
      if (are(caps)) return caps
      if (Date.now() > end) {
        const { monitor } = await product.call(contract.getCapsMonitor, { params })
        throw new Error(`The caps are ${caps.join(' and ')} %: ${JSON.stringify(monitor)}`)
      }
    }
  }
}
