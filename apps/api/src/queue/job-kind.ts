import type { JobKind as JobKindName } from '@steelyard/contract'
import type { z } from 'zod'

/** Where a kind of job runs: parsing and solving in a worker, access to hosts in the agent. */
export type JobRunner = 'worker' | 'agent'

/**
 * What the API needs to enqueue a job. It is kept apart from the handler, so that the API process
 * never loads the code that does the work.
 */
export interface JobKind<Payload extends z.ZodType = z.ZodType> {
  kind: JobKindName
  runner: JobRunner
  /** Takes minutes by nature, so it waits in a queue of its own and never delays other jobs. */
  long?: boolean
  /** Decides the state of a host, so it has a queue and concurrency that no other job takes. */
  urgent?: boolean
  /** Part of a job that waits for it, so it has a queue in which nothing waits for such a job. */
  part?: boolean
  /** Asks a machine that may never answer, so many wait at once in a queue of their own. */
  probe?: boolean
  payload: Payload
  /** How often the job may start before a killed or crashing process fails it for good. */
  maxAttempts: number
}

export function defineJobKind<Payload extends z.ZodType>(kind: JobKind<Payload>): JobKind<Payload> {
  return kind
}
