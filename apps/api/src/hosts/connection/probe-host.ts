import { generateHostKeyPair, probeHostKey } from '@steelyard/xen'
import { AppError, toTrouble } from '../../errors.ts'
import { handleJob } from '../../jobs/handle-job.ts'
import { probeHostKind } from '../host-jobs.kind.ts'
import { hostTrouble } from './host-trouble.ts'
import { sealPrivateKey } from './private-key-seal.ts'
import { sealedFor } from './ssh-access.ts'

/**
 * Agent: makes this host's own key pair and fetches the host key for the operator to compare. The
 * private key is made and encrypted here, and never leaves the agent in the clear.
 */
export const probeHost = handleJob(probeHostKind, async ({ payload: { hostId }, deps, ...job }) => {
  const access = await deps.db.sshAccess.findUnique({ where: { hostId } })
  if (access?.state !== 'probing') return undefined
  // The row is gone if an operator starts over or disconnects meanwhile.
  const own = { id: access.id, state: 'probing' }
  job.progress({
    stage: 'Fetching the host key',
    done: null,
    total: null,
    unit: null,
    message: null,
  })
  try {
    const { fingerprint } = await probeHostKey(access.address, access.port, { signal: job.signal })
    const keys = generateHostKeyPair('steelyard')
    await deps.db.sshAccess.updateMany({
      where: own,
      data: {
        state: 'awaiting-confirmation',
        offeredFingerprint: fingerprint,
        publicKey: keys.publicKey,
        privateKeySealed: sealPrivateKey(deps.config.secretKey, sealedFor(access), keys.privateKey),
      },
    })
    return { fingerprint }
  } catch (error) {
    job.signal.throwIfAborted()
    const trouble = hostTrouble(error)
    if (trouble instanceof AppError) {
      const data = { state: 'failing', problem: toTrouble(trouble) }
      await deps.db.sshAccess.updateMany({ where: own, data })
    }
    throw trouble
  }
})
