import type { JobKind as JobKindName } from '@steelyard/contract'
import type { z } from 'zod'

/** Where a kind of job runs: parsing and solving in a worker, talking to hosts in the agent. */
export type JobRunner = 'worker' | 'agent'

/**
 * What the API needs to enqueue. Kept apart from the handler, so that the API process never loads
 * the code that does the work.
 */
export interface JobKind<Payload extends z.ZodType = z.ZodType> {
  kind: JobKindName
  runner: JobRunner
  /** Takes minutes by nature: it waits in a queue of its own, so that it never holds up the others. */
  long?: boolean
  /** Decides what a host is left with: it has a queue and places of its own, which no other job takes. */
  urgent?: boolean
  payload: Payload
  /** How often the job may be started before a killed or crashing process fails it for good. */
  maxAttempts: number
}

export function defineJobKind<Payload extends z.ZodType>(kind: JobKind<Payload>): JobKind<Payload> {
  return kind
}
