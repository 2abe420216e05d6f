import {
  generateHostKeyPair,
  HostError,
  isContactLost,
  placeOf,
  probeHostKey,
} from '@steelyard/xen'
import { sealText } from '../../access/sealed-text.ts'
import type { Deps } from '../../deps.ts'
import type { SshAccessModel } from '../../generated/prisma/models.ts'
import { sealedFor } from '../ssh-access.ts'

/** Nobody has confirmed yet that a host is there, so no one waits long for it. */
const ANSWER_WITHIN_MS = 8_000

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
  const { fingerprint } = await askForKey(deps, access, signal)
  const keys = generateHostKeyPair(comment)
  await deps.db.sshAccess.updateMany({
    where: { id: access.id, state: 'probing' },
    data: {
      state: 'awaiting-confirmation',
      offeredFingerprint: fingerprint,
      publicKey: keys.publicKey,
      privateKeySealed: sealText(deps.config.secretKey, sealedFor(access), keys.privateKey),
    },
  })
  return { fingerprint }
}

/**
 * Whether nothing is there, a port is closed or another service listens is the same failure here:
 * whoever may add hosts should not learn the layout of the network from it. The log has the cause.
 */
export async function askForKey(
  { config, log }: Deps,
  { address, port }: Pick<SshAccessModel, 'address' | 'port'>,
  signal: AbortSignal,
): Promise<{ fingerprint: string }> {
  try {
    const target = { address, port, rules: config.sshRules }
    return await probeHostKey(target, { timeoutMs: ANSWER_WITHIN_MS, signal })
  } catch (error) {
    if (!isContactLost(error)) throw error
    log.info({ err: error, address, port }, 'no SSH server answered')
    throw new HostError('unreachable', `No SSH server answered at ${placeOf({ address, port })}.`)
  }
}
