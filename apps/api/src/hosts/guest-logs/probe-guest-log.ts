import { followGuestLog } from '@steelyard/xen'
import { Prisma } from '../../db.ts'
import type { SshAccessModel } from '../../generated/prisma/models.ts'
import { handleJob, type JobContext } from '../../jobs/handle-job.ts'
import { fetchKey } from '../connection/fetch-key.ts'
import { probeGuestLogKind } from '../guest-log.kind.ts'
import { type GuestLogWithAccess, guestConnection } from './guest-connection.ts'
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
    return access.state === 'probing'
      ? await fetchGuestKey(job, access)
      : await tryToFollow(job, log!)
  } catch (error) {
    job.signal.throwIfAborted()
    throw await storeGuestTrouble(job.deps, access, error)
  }
})

function fetchGuestKey({ deps, signal, progress }: Context, access: SshAccessModel) {
  progress({ stage: 'Fetching the guest’s key' })
  return fetchKey(deps, access, { comment: 'steelyard-log', signal })
}

async function tryToFollow({ deps, signal, progress }: Context, log: GuestLogWithAccess) {
  progress({ stage: 'Following the log' })
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
