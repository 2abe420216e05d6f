import { handleJob } from '../../jobs/handle-job.ts'
import { checkAddressKind } from '../host-jobs.kind.ts'
import { askForKey } from './fetch-key.ts'
import { hostTrouble } from './host-trouble.ts'

/** Agent: asks a machine for its key, which nobody has confirmed, and forgets it again. */
export const checkAddress = handleJob(checkAddressKind, async ({ payload, deps, signal }) => {
  try {
    await askForKey(deps, payload, signal)
    return undefined
  } catch (error) {
    signal.throwIfAborted()
    throw hostTrouble(error)
  }
})
