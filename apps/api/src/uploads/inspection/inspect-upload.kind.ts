import { z } from 'zod'
import { defineJobKind } from '../../queue/job-kind.ts'

export const inspectUploadKind = defineJobKind({
  kind: 'inspect-upload',
  runner: 'worker',
  payload: z.object({ uploadId: z.uuid() }),
  maxAttempts: 3,
})
