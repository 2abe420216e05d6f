import { setTimeout as sleep } from 'node:timers/promises'
import * as contract from '@steelyard/contract'
import type { OperatedProduct } from '../../e2e/xen-host/lib/operated-product.ts'

const POLL_MS = 500

/**
 * States the interval between xentop's samples by the host's clock. xentop prints no times, so the
 * product dates its samples by when they arrived, on a clock that runs at the pace of ours.
 *
 * @param rate seconds of the host per second of ours during the recording
 * @returns the upload, and the time of the last sample by the host's clock
 */
export async function stateXentopInterval(
  product: OperatedProduct,
  uploadId: string,
  rate: number,
): Promise<{ upload: contract.Upload; lastAt: string }> {
  const { source } = await untilRead(product, uploadId)
  await product.call(contract.updateSource, {
    params: { id: uploadId, sourceId: source.id },
    body: { settings: { intervalSeconds: intervalOf(source) * rate } },
  })
  const read = await untilRead(product, uploadId)
  return { upload: read.upload, lastAt: read.source.report!.lastAt! }
}

/**
 * The interval with which the product dated the samples. It reports every row, and the times of the
 * second sample and of the last one, because the first covers no time.
 */
function intervalOf({ report, domains }: contract.Source): number {
  const { firstAt, lastAt, accepted } = report!
  const samples = accepted / domains.length
  return (Date.parse(lastAt!) - Date.parse(firstAt!)) / 1000 / (samples - 2)
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
