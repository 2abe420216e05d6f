import { z } from 'zod'
import type { XapiPool } from '../session/xapi-pool.ts'
import { isContactLost, XapiError } from '../xapi-error.ts'
import { checkMove, type MoveRefusal, type MoveWish } from './check-move.ts'
import { findGuest, type GuestWhereabouts } from './find-guest.ts'
import { followTask, type TaskOutcome, type TaskProgress } from './follow-task.ts'

export interface MoveOptions {
  onProgress?: (progress: TaskProgress) => void
  /** Cancels the task; what came of it is found out all the same. */
  signal?: AbortSignal
  /** When the task is cancelled by itself. Default 600 s. */
  timeoutSeconds?: number
  /** How long a cancelled task is followed. Default 60 s. */
  cancelSeconds?: number
  /** Pause between two looks at the task, and between two at the hosts. Default 2 s. */
  pollSeconds?: number
  /** How long the hosts are asked where the guest is. Default 60 s. */
  findSeconds?: number
}

export type MoveResult =
  /** Nothing was begun. */
  | { outcome: 'refused'; refusals: MoveRefusal[]; fromHostUuid: string | null }
  /** XAPI began it, or may have. */
  | {
      outcome: 'begun'
      fromHostUuid: string
      task: TaskOutcome
      whereabouts: GuestWhereabouts
      seconds: number
    }

/**
 * Moves a running guest to another host of its pool, live. It is checked first, followed as a task,
 * and found out afterwards on both sides: `whereabouts.where` says what is known, and nothing else is
 * to be concluded. What is stored of its weight and cap goes with it and holds there; a weight that
 * `xl` set does not.
 *
 * @throws XapiError before anything was begun; afterwards never, but for `auth-failed` and its like
 */
export async function moveGuest(
  pool: XapiPool,
  wish: MoveWish,
  options: MoveOptions = {},
): Promise<MoveResult> {
  const { signal, pollSeconds = 2, findSeconds = 60 } = options
  const { refusals, fromHostUuid, references } = await checkMove(pool, wish, { signal })
  if (refusals.length > 0 || references === null || fromHostUuid === null)
    return { outcome: 'refused', refusals, fromHostUuid }
  const startedAt = performance.now()
  const task = await runTask(pool, [references.guest, references.destination], options)
  const whereabouts = await findGuest(pool, wish.guestUuid, [fromHostUuid, wish.toHostUuid], {
    seconds: findSeconds,
    pollSeconds,
    hasArrived: task.end === 'success',
  })
  const seconds = (performance.now() - startedAt) / 1000
  return { outcome: 'begun', fromHostUuid, task, whereabouts, seconds }
}

async function runTask(
  pool: XapiPool,
  [guest, destination]: [guest: string, destination: string],
  options: MoveOptions,
): Promise<TaskOutcome> {
  const { timeoutSeconds = 600, cancelSeconds = 60, pollSeconds = 2, onProgress, signal } = options
  let task: string
  try {
    const params = [guest, destination, { live: 'true' }]
    task = await pool.call('Async.VM.pool_migrate', params, z.string().startsWith('OpaqueRef:'))
  } catch (error) {
    if (!(error instanceof XapiError)) throw error
    // No answer is no proof that nothing was begun, and there is no task to follow.
    if (isContactLost(error)) return { end: 'out-of-contact', error: null }
    if (error.code === 'unexpected-answer') return { end: 'lost', error: null }
    if (error.xapiCode === null) throw error
    return {
      end: 'failure',
      error: { xapiCode: error.xapiCode, parameters: error.parameters },
    }
  }
  const follow = { timeoutSeconds, cancelSeconds, pollSeconds, onProgress, signal }
  const outcome = await followTask(pool, task, follow)
  const isEnded = ['success', 'failure', 'cancelled'].includes(outcome.end)
  // XAPI keeps tasks until somebody throws them away.
  if (isEnded) await pool.call('task.destroy', [task], z.unknown()).catch(() => {})
  return outcome
}
