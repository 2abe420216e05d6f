import { z } from 'zod'
import { LONGEST_RECORDING_SECONDS } from '../hosts/running-recordings.ts'
import type { JobContext } from '../jobs/handle-job.ts'
import { defineJobKind } from '../queue/job-kind.ts'

/**
 * A second attempt never records: it clears away what a killed agent left behind and reports that.
 * It is a long job, because an hour of recording must not delay changes of weights.
 */
export const recordHostKind = defineJobKind({
  kind: 'record-host',
  runner: 'agent',
  long: true,
  payload: z.object({
    uploadId: z.uuid(),
    seconds: z.number().int().min(1).max(LONGEST_RECORDING_SECONDS),
    intervalSeconds: z.number().int().min(1),
    trace: z.boolean(),
    guestLogs: z.boolean(),
  }),
  maxAttempts: 3,
})

export type RecordHostContext = JobContext<z.output<typeof recordHostKind.payload>>
