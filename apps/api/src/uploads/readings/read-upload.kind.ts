import { z } from 'zod'
import { defineJobKind } from '../../queue/job-kind.ts'

export const readUploadKind = defineJobKind({
  kind: 'read-upload',
  runner: 'worker',
  payload: z.object({ uploadId: z.uuid() }),
  maxAttempts: 3,
})
