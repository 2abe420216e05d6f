import { generateHostKeyPair, probeHostKey } from '@steelyard/xen'
import { AppError, toTrouble } from '../errors.ts'
import { handleJob } from '../jobs/job-kind.ts'
import { probeHostKind } from './host-jobs.kind.ts'
import { hostTrouble } from './host-trouble.ts'
import { sealPrivateKey } from './private-key-seal.ts'

/**
 * Agent: makes this host's own key pair and fetches the host key for the operator to compare. The
 * private key is born here, sealed here, and never leaves the agent in the clear.
 */
export const probeHost = handleJob(probeHostKind, async ({ payload: { hostId }, deps, ...job }) => {
  const host = await deps.db.host.findUnique({ where: { id: hostId } })
  if (!host?.address || !host.port || host.connectionState !== 'probing') return undefined
  const way = { id: hostId, address: host.address, port: host.port, connectionState: 'probing' }
  job.progress({
    stage: 'Fetching the host key',
    done: null,
    total: null,
    unit: null,
    message: null,
  })
  try {
    const { fingerprint } = await probeHostKey(host.address, host.port, { signal: job.signal })
    const keys = generateHostKeyPair('steelyard')
    // Only if nobody started over or disconnected in the meantime.
    await deps.db.host.updateMany({
      where: way,
      data: {
        connectionState: 'awaiting-confirmation',
        offeredFingerprint: fingerprint,
        publicKey: keys.publicKey,
        privateKeySealed: sealPrivateKey(deps.config.secretKey, hostId, keys.privateKey),
      },
    })
    return { fingerprint }
  } catch (error) {
    job.signal.throwIfAborted()
    const trouble = hostTrouble(error)
    if (trouble instanceof AppError) {
      const data = { connectionState: 'failing', connectionError: toTrouble(trouble) }
      await deps.db.host.updateMany({ where: way, data })
    }
    throw trouble
  }
})
