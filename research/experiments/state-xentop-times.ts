import { setTimeout as sleep } from 'node:timers/promises'
import * as contract from '@steelyard/contract'
import type { OperatedProduct } from '../../e2e/xen-host/lib/operated-product.ts'

const POLL_MS = 500

/** How xentop sampled, by what the host's clock and ours showed at both ends. */
export interface XentopTimes {
  startEpochSeconds: number
  /** By how much the host's clock fell behind ours in between. */
  lagSeconds: number
}

/**
 * States when xentop began and how far apart its samples are by the host's clock. xentop prints no
 * times, so the product dates its samples by when they arrive, by a clock with the pace of ours.
 *
 * @returns the upload, and the time of the last sample by the host's clock
 */
export async function stateXentopTimes(
  product: OperatedProduct,
  uploadId: string,
  { startEpochSeconds, lagSeconds }: XentopTimes,
): Promise<{ upload: contract.Upload; lastAt: string }> {
  const { source } = await untilRead(product, uploadId)
  const settings = {
    startedAt: new Date(1000 * startEpochSeconds).toISOString(),
    intervalSeconds: intervalOf(source, lagSeconds),
  }
  const params = { id: uploadId, sourceId: source.id }
  await product.call(contract.updateSource, { params, body: { settings } })
  const read = await untilRead(product, uploadId)
  return { upload: read.upload, lastAt: read.source.report!.lastAt! }
}

/**
 * The product reports every row, and when the second sample and the last one were taken; the first
 * one covers no time.
 */
function intervalOf({ report, domains }: contract.Source, lagSeconds: number): number {
  const { firstAt, lastAt, accepted } = report!
  const samples = accepted / domains.length
  const seconds = (Date.parse(lastAt!) - Date.parse(firstAt!)) / 1000
  return ((seconds * (samples - 1)) / (samples - 2) - lagSeconds) / (samples - 1)
}

/** Waits until the product has read the files, which it does by itself. */
async function untilRead(product: OperatedProduct, id: string) {
  for (;;) {
    const { state, trouble } = await product.call(contract.getMeasurements, { params: { id } })
    if (state === 'failed') throw new Error(`The recording could not be read: ${trouble?.message}`)
    if (state === 'open-questions') throw new Error('A question about the recording is open.')
    if (state === 'ready') {
      const upload = await product.call(contract.getUpload, { params: { id } })
      return { upload, source: upload.sources.find(({ kind }) => kind === 'xentop')! }
    }
    await sleep(POLL_MS)
  }
}
