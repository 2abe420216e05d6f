import { AppError, toTrouble } from '../../errors.ts'
import { handleJob } from '../../jobs/handle-job.ts'
import { probeHostKind } from '../host-jobs.kind.ts'
import { fetchKey } from './fetch-key.ts'
import { hostTrouble } from './host-trouble.ts'

/** Agent: makes this host's own key pair and fetches the host key for the operator to compare. */
export const probeHost = handleJob(probeHostKind, async ({ payload: { hostId }, deps, ...job }) => {
  const access = await deps.db.sshAccess.findUnique({ where: { hostId } })
  if (access?.state !== 'probing') return undefined
  // The row is gone if an operator starts over or disconnects meanwhile.
  const own = { id: access.id, state: 'probing' }
  job.progress({ stage: 'Fetching the host key' })
  try {
    return await fetchKey(deps, access, { comment: 'steelyard', signal: job.signal })
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
