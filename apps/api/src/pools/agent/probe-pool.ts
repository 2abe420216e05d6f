import { probeCertificate } from '@steelyard/xapi'
import { AppError, toTrouble } from '../../errors.ts'
import { handleJob } from '../../jobs/handle-job.ts'
import { probePoolKind } from '../pool-jobs.kind.ts'
import { poolKeyPair } from '../pool-password.ts'
import { poolTrouble, resolveBy } from './pool-trouble.ts'

/** Agent: fetches the certificate of a pool, and makes the key for which its password is encrypted. */
export const probePool = handleJob(probePoolKind, async ({ payload, deps, signal, progress }) => {
  const { poolId: id } = payload
  const pool = await deps.db.pool.findUnique({ where: { id } })
  if (pool?.state !== 'probing' || pool.address === null || pool.port === null) return undefined
  const { address, port } = pool
  progress({ stage: 'Fetching the certificate' })
  try {
    const options = { resolve: resolveBy(deps), seconds: 8, signal }
    const { fingerprint } = await probeCertificate({ address, port }, options)
    await deps.db.$transaction([
      deps.db.poolMember.update({
        where: { poolId_address: { poolId: id, address } },
        data: { offeredFingerprint: fingerprint },
      }),
      deps.db.pool.update({
        where: { id },
        data: { state: 'awaiting-confirmation', ...poolKeyPair(deps.config.secretKey, id) },
      }),
    ])
    return { fingerprint }
  } catch (error) {
    signal.throwIfAborted()
    const trouble = poolTrouble(error)
    if (trouble instanceof AppError) {
      const data = { state: 'failing', problem: toTrouble(trouble) }
      await deps.db.pool.updateMany({ where: { id, state: 'probing' }, data })
    }
    throw trouble
  }
})
