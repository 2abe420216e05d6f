import { printable } from '@steelyard/contract/format'
import {
  capOf,
  mayStoreWeights,
  openPool,
  readStoredWeight,
  restoreStoredWeight,
  setStoredWeight,
  weightOf,
  XapiError,
  type XapiPool,
} from '@steelyard/xapi'
import { HostError, type StoredWeight, type WeightStore } from '@steelyard/xen'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import { optionsOfPool } from './connected-pool.ts'

/** A host waits in the middle of a plan, so XAPI gets less time than elsewhere. */
const CALL_SECONDS = 10

/** Agent: what XAPI stores of the weights of guests. The first use logs in; it has to be closed. */
export class PoolWeights implements WeightStore {
  readonly #deps: Deps
  readonly #poolId: string
  #opened: XapiPool | null = null

  constructor(deps: Deps, poolId: string) {
    this.#deps = deps
    this.#poolId = poolId
  }

  read(uuid: string): Promise<StoredWeight | null> {
    return this.#ask(async (pool) => {
      try {
        const { texts } = await readStoredWeight(pool, { uuid })
        return { weight: texts.weight ?? null, cap: texts.cap ?? null }
      } catch (error) {
        if (error instanceof XapiError && error.xapiCode === 'UUID_INVALID') return null
        throw error
      }
    })
  }

  /** @throws HostError `store-failed` */
  mayWrite(uuid: string): Promise<boolean> {
    return this.#ask((pool) => mayStoreWeights(pool, { uuid }))
  }

  write(uuid: string, to: StoredWeight): Promise<void> {
    return this.#ask(async (pool) => {
      const numbers = { weight: numberOf(to.weight, weightOf), cap: numberOf(to.cap, capOf) }
      // What stood there before a plan may be none that Xen takes, and comes back all the same.
      if (Object.values(numbers).some(Number.isNaN)) {
        const texts = Object.entries(to).filter(([, text]) => text !== null)
        await restoreStoredWeight(pool, { uuid }, { texts: Object.fromEntries(texts) })
      } else await setStoredWeight(pool, { uuid }, numbers)
    })
  }

  async close(): Promise<void> {
    await this.#opened?.close()
  }

  async #ask<T>(work: (pool: XapiPool) => Promise<T>): Promise<T> {
    try {
      this.#opened ??= openPool({
        ...(await optionsOfPool(this.#deps, this.#poolId)),
        callSeconds: CALL_SECONDS,
      })
      return await work(this.#opened)
    } catch (error) {
      if (error instanceof XapiError || error instanceof AppError)
        throw new HostError('store-failed', printable(error.message))
      throw error
    }
  }
}

/** Not a number where setting the number that Xen takes would leave another text. */
function numberOf(text: string | null, takenFrom: typeof weightOf): number | null {
  if (text === null) return null
  const value = takenFrom(text)
  return value !== null && String(value) === text ? value : Number.NaN
}
