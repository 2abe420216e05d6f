import { followGuestLog, generateHostKeyPair, probeHostKey } from '@steelyard/xen'
import { Prisma } from '../../db.ts'
import type { SshAccessModel } from '../../generated/prisma/models.ts'
import { handleJob, type JobContext } from '../../jobs/handle-job.ts'
import { sealPrivateKey } from '../connection/private-key-seal.ts'
import { sealedFor } from '../connection/ssh-access.ts'
import { type GuestLogWithAccess, guestConnection } from './guest-connection.ts'
import { probeGuestLogKind } from './guest-log.kind.ts'
import { storeGuestTrouble } from './store-guest-trouble.ts'

type Context = JobContext<{ guestLogId: string }>

/** Following for this long shows that the guest accepts the key and that the log exists. */
const TRY_SECONDS = 2
const TRY_BYTES = 2 ** 20

/** Agent: fetches the guest's key for the operator to compare. Once it is pinned, tries the log. */
export const probeGuestLog = handleJob(probeGuestLogKind, async (job) => {
  const log = await job.deps.db.guestLog.findUnique({
    where: { id: job.payload.guestLogId },
    include: { access: true },
  })
  const access = log?.access
  if (access?.state !== 'probing' && access?.state !== 'connecting') return undefined
  try {
    return access.state === 'probing' ? await fetchKey(job, access) : await tryToFollow(job, log!)
  } catch (error) {
    job.signal.throwIfAborted()
    throw await storeGuestTrouble(job.deps, access, error)
  }
})

/** The private key is made and encrypted here, and never leaves the agent in the clear. */
async function fetchKey({ deps, signal, progress }: Context, access: SshAccessModel) {
  progress({
    stage: 'Fetching the guest’s key',
    done: null,
    total: null,
    unit: null,
    message: null,
  })
  const { fingerprint } = await probeHostKey(access.address, access.port, { signal })
  const keys = generateHostKeyPair('steelyard-log')
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

async function tryToFollow({ deps, signal, progress }: Context, log: GuestLogWithAccess) {
  progress({ stage: 'Following the log', done: null, total: null, unit: null, message: null })
  await followGuestLog(guestConnection(deps, log), {
    seconds: TRY_SECONDS,
    maxBytes: TRY_BYTES,
    sink: () => {},
    signal,
  })
  await deps.db.sshAccess.updateMany({
    where: { guestLogId: log.id, state: 'connecting' },
    data: {
      state: 'connected',
      problem: Prisma.DbNull,
      offeredFingerprint: log.access?.pinnedFingerprint ?? null,
    },
  })
  return { ready: true }
}
