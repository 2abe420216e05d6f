import { followGuestLog, generateHostKeyPair, probeHostKey } from '@steelyard/xen'
import { Prisma } from '../../db.ts'
import type { GuestLogModel } from '../../generated/prisma/models.ts'
import { handleJob, type JobContext } from '../../jobs/job-kind.ts'
import { sealPrivateKey } from '../private-key-seal.ts'
import { guestConnection } from './guest-connection.ts'
import { probeGuestLogKind } from './guest-log.kind.ts'
import { storeGuestTrouble } from './store-guest-trouble.ts'

type Context = JobContext<{ guestLogId: string }>

/** Following for this long shows that the key is let in and the log is there. */
const TRY_SECONDS = 2
const TRY_BYTES = 2 ** 20

/** Agent: fetches the guest's key for the operator to compare; once it is pinned, tries the log. */
export const probeGuestLog = handleJob(probeGuestLogKind, async (job) => {
  const row = await job.deps.db.guestLog.findUnique({ where: { id: job.payload.guestLogId } })
  if (row?.state !== 'probing' && row?.state !== 'connecting') return undefined
  try {
    return row.state === 'probing' ? await fetchKey(job, row) : await tryToFollow(job, row)
  } catch (error) {
    job.signal.throwIfAborted()
    throw await storeGuestTrouble(job.deps, row, error)
  }
})

/** The private key is born here, sealed here, and never leaves the agent in the clear. */
async function fetchKey({ deps, signal, progress }: Context, row: GuestLogModel) {
  progress({
    stage: 'Fetching the guest’s key',
    done: null,
    total: null,
    unit: null,
    message: null,
  })
  const { fingerprint } = await probeHostKey(row.address, row.port, { signal })
  const keys = generateHostKeyPair('steelyard-log')
  await deps.db.guestLog.updateMany({
    where: { id: row.id, state: 'probing' },
    data: {
      state: 'awaiting-confirmation',
      offeredFingerprint: fingerprint,
      publicKey: keys.publicKey,
      privateKeySealed: sealPrivateKey(deps.config.secretKey, row.id, keys.privateKey),
    },
  })
  return { fingerprint }
}

async function tryToFollow({ deps, signal, progress }: Context, row: GuestLogModel) {
  progress({ stage: 'Following the log', done: null, total: null, unit: null, message: null })
  await followGuestLog(guestConnection(deps, row), {
    seconds: TRY_SECONDS,
    maxBytes: TRY_BYTES,
    sink: () => {},
    signal,
  })
  await deps.db.guestLog.updateMany({
    where: { id: row.id, state: 'connecting' },
    data: { state: 'ready', problem: Prisma.DbNull, offeredFingerprint: row.pinnedFingerprint },
  })
  return { ready: true }
}
