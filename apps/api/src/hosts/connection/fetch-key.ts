import { generateHostKeyPair, probeHostKey } from '@steelyard/xen'
import type { Deps } from '../../deps.ts'
import type { SshAccessModel } from '../../generated/prisma/models.ts'
import { sealPrivateKey } from './private-key-seal.ts'
import { sealedFor } from './ssh-access.ts'

/**
 * Fetches the key of a machine for the operator to compare, and makes a key pair for the machine
 * alone. The private key is made and encrypted here, and never leaves the agent in the clear.
 * @param comment names the pair in the machine's `authorized_keys`
 * @throws HostError
 */
export async function fetchKey(
  deps: Deps,
  access: SshAccessModel,
  { comment, signal }: { comment: string; signal: AbortSignal },
): Promise<{ fingerprint: string }> {
  const { fingerprint } = await probeHostKey(access.address, access.port, { signal })
  const keys = generateHostKeyPair(comment)
  await deps.db.sshAccess.updateMany({
    where: { id: access.id, state: 'probing' },
    data: {
      state: 'awaiting-confirmation',
      offeredFingerprint: fingerprint,
      publicKey: keys.publicKey,
      privateKeySealed: sealPrivateKey(deps.config.secretKey, sealedFor(access), keys.privateKey),
    },
  })
  return { fingerprint }
}
