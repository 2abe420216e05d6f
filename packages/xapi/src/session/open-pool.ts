import { type PoolOptions, XapiPool } from './xapi-pool.ts'

/**
 * Opens a pool for as long as `work` takes, and always logs out: XAPI keeps at most 500 sessions of
 * an originator, and ends the oldest of them.
 *
 * @throws XapiError `invalid-argument`, and what `work` throws
 */
export async function withPool<T>(
  options: PoolOptions,
  work: (pool: XapiPool) => Promise<T>,
): Promise<T> {
  const pool = openPool(options)
  try {
    return await work(pool)
  } finally {
    await pool.close()
  }
}

/**
 * Opens a pool. The first call logs in; whoever opened it has to `close` it.
 * @throws XapiError `invalid-argument`
 */
export function openPool(options: PoolOptions): XapiPool {
  return new XapiPool(options)
}
