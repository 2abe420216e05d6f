import { setTimeout as sleep } from 'node:timers/promises'
import * as contract from '@steelyard/contract'
import type { Laboratory } from '../laboratory.ts'

const POLL_MS = 1_000

/** Waits until the watch of the host has stored what it saw up to this moment. */
export async function untilStored(
  { product, hostId }: Pick<Laboratory, 'product' | 'hostId'>,
  toEpochMs: number,
): Promise<void> {
  for (;;) {
    const { watch } = await product.call(contract.getWatch, { params: { id: hostId } })
    if (Date.parse(watch?.storedTo ?? '') >= toEpochMs) return
    await sleep(POLL_MS)
  }
}
