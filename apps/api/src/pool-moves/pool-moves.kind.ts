import { z } from 'zod'
import { defineJobKind } from '../queue/job-kind.ts'

const payload = z.object({ moveId: z.uuid() })

export const checkMoveKind = defineJobKind({
  kind: 'check-move',
  runner: 'agent',
  payload,
  maxAttempts: 3,
})

/** Copies memory for minutes. What an earlier attempt had begun is only found out by the next. */
export const moveGuestKind = defineJobKind({
  kind: 'move-guest',
  runner: 'agent',
  long: true,
  payload,
  maxAttempts: 5,
})
