import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { handleJob } from '../jobs/handle-job.ts'
import { defineJobKind } from '../queue/job-kind.ts'

export const hangingKind = defineJobKind({
  kind: 'inspect-upload',
  runner: 'worker',
  payload: z.object({}),
  maxAttempts: 2,
})

/** Reports that it runs, then works for ever (until aborted) or ends at once. */
export function handleHanging(forEver: boolean) {
  return handleJob(hangingKind, async ({ attempt, progress, signal }) => {
    progress({ stage: 'working' })
    if (forEver) await sleep(3_600_000, undefined, { signal })
    return { attempt }
  })
}
