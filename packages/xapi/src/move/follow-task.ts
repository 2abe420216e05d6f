import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import type { XapiPool } from '../session/xapi-pool.ts'
import { isContactLost, XapiError } from '../xapi-error.ts'

/**
 * How a task ended, as far as XAPI says:
 * - `success`, `failure`, `cancelled`
 * - `timeout`: it had not ended by the limit, and may go on
 * - `lost`: nobody knows it any more, as after a change of coordinator; it may go on
 * - `out-of-contact`: the pool did not answer until the limit
 */
export type TaskEnd = 'success' | 'failure' | 'cancelled' | 'timeout' | 'lost' | 'out-of-contact'

export interface TaskOutcome {
  end: TaskEnd
  /** XAPI's error, where it failed: its code, and what stands beside it. */
  error: { xapiCode: string; parameters: readonly string[] } | null
}

export interface TaskProgress {
  /** From 0 to 1 as XAPI says; a move was seen to stay at 0 until its end. */
  share: number
  /** Since the task was started. */
  seconds: number
  isCancelling: boolean
}

export interface FollowTaskOptions {
  timeoutSeconds: number
  pollSeconds: number
  /** How long a cancelled task may take to end. */
  cancelSeconds: number
  onProgress?: (progress: TaskProgress) => void
  signal?: AbortSignal
}

const task = z.object({
  status: z.enum(['pending', 'success', 'failure', 'cancelling', 'cancelled']),
  progress: z.number(),
  error_info: z.array(z.string()),
})

/**
 * Follows a task until it ends. After the signal, or after the limit, it is cancelled, and followed a
 * little longer: XAPI may not stop it any more.
 *
 * @throws XapiError for what a person has to settle, such as `auth-failed`
 */
export async function followTask(
  pool: XapiPool,
  reference: string,
  options: FollowTaskOptions,
): Promise<TaskOutcome> {
  const { pollSeconds, onProgress, signal } = options
  const startedAt = performance.now()
  const elapsed = () => (performance.now() - startedAt) / 1000
  let limit = options.timeoutSeconds
  let isCancelling = false
  let isInContact = true
  for (;;) {
    try {
      const now = await pool.call('task.get_record', [reference], task)
      isInContact = true
      onProgress?.({
        share: Math.min(1, Math.max(0, now.progress)),
        seconds: elapsed(),
        isCancelling,
      })
      if (now.status === 'success' || now.status === 'cancelled')
        return { end: now.status, error: null }
      if (now.status === 'failure') return { end: 'failure', error: errorOf(now.error_info) }
      if (!isCancelling && (signal?.aborted || elapsed() >= limit)) {
        isCancelling = true
        limit = elapsed() + options.cancelSeconds
        await pool.call('task.cancel', [reference], z.unknown())
      }
    } catch (error) {
      if (!(error instanceof XapiError)) throw error
      if (error.xapiCode === 'HANDLE_INVALID') return { end: 'lost', error: null }
      if (!passes(error)) throw error
      isInContact = false
    }
    // Without contact nothing can be cancelled, so the same limits end the wait for it.
    const isOver = isCancelling || !isInContact ? elapsed() >= limit : false
    if (isOver) return { end: isInContact ? 'timeout' : 'out-of-contact', error: null }
    await sleep(pollSeconds * 1000)
  }
}

/** Whether another look may succeed. */
function passes(error: XapiError): boolean {
  return (
    isContactLost(error) ||
    ['session-ended', 'no-coordinator', 'budget-spent', 'refused', 'unexpected-answer'].includes(
      error.code,
    )
  )
}

function errorOf([xapiCode = 'INTERNAL_ERROR', ...parameters]: string[]): TaskOutcome['error'] {
  return { xapiCode, parameters: parameters.slice(0, 10).map((each) => each.slice(0, 500)) }
}
