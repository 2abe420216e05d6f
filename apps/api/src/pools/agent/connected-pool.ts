import { withPool, type XapiPool } from '@steelyard/xapi'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import { openPassword } from '../pool-password.ts'
import { resolveBy } from './pool-trouble.ts'

/**
 * Agent: works on a pool through its coordinator, over confirmed certificates alone.
 * @throws AppError `not-connected`
 * @throws XapiError
 */
export async function withConnectedPool<T>(
  deps: Deps,
  id: string,
  work: (opened: XapiPool, port: number) => Promise<T>,
): Promise<T> {
  const pool = await deps.db.pool.findUnique({ where: { id }, include: { members: true } })
  const { username, privateKeySealed, passwordSealed } = pool ?? {}
  if (!pool || !username || !privateKeySealed || !passwordSealed) {
    throw new AppError('conflict', 'This pool is not connected.', { code: 'not-connected' })
  }
  const members = pool.members.flatMap(({ address, pinnedFingerprint }) =>
    pinnedFingerprint ? [{ address, port: pool.port, fingerprint: pinnedFingerprint }] : [],
  )
  const password = openPassword(deps.config.secretKey, { id, privateKeySealed, passwordSealed })
  const options = { members, user: username, password, resolve: resolveBy(deps) }
  return withPool(options, (opened) => work(opened, pool.port))
}
