import { z } from 'zod'
import { defineJobKind } from '../../../queue/job-kind.ts'

/** Logs that are read apart from all others, because no request can stand in these and in others. */
export const LogPart = z.object({
  sources: z
    .array(z.object({ id: z.uuid(), fileId: z.uuid(), path: z.string(), spec: z.looseObject({}) }))
    .describe('In the order in which they are read.'),
  bytes: z
    .object({ from: z.number(), to: z.number() })
    .nullable()
    .describe('The lines of the only file that begin within; null for all files, whole.'),
})
export type LogPart = z.infer<typeof LogPart>

export const ReadPart = LogPart.extend({
  windowSeconds: z.number(),
  originEpochSeconds: z.number(),
  focus: z.object({ from: z.number(), to: z.number() }).nullable(),
})
export type ReadPart = z.infer<typeof ReadPart>

export const readPartKind = defineJobKind({
  kind: 'read-part',
  runner: 'worker',
  part: true,
  payload: ReadPart,
  maxAttempts: 3,
})
