import { z } from 'zod'
import type { CallOptions, XapiPool } from '../session/xapi-pool.ts'
import { XapiError } from '../xapi-error.ts'

/** No toolstack knows this key, so nothing is lost where it is removed. */
const NO_KEY = 'steelyard-nothing'

/**
 * Whether the account may store weights, found out by removing a key that is not there: XAPI looks at
 * the role first, and then has nothing to remove.
 * @throws XapiError
 */
export async function mayStoreWeights(
  pool: XapiPool,
  guest: { uuid: string },
  options: Pick<CallOptions, 'signal'> = {},
): Promise<boolean> {
  const reference = await pool.call('VM.get_by_uuid', [guest.uuid], z.string(), options)
  try {
    await pool.call('VM.remove_from_VCPUs_params', [reference, NO_KEY], z.unknown(), options)
    return true
  } catch (error) {
    if (error instanceof XapiError && error.code === 'permission-denied') return false
    throw error
  }
}
