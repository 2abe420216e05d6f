import type { Worker } from 'node:worker_threads'
import { endThread, leaveThread, takeThread } from './glpk-threads.ts'
import type { IntegerProgram } from './integer-program.ts'

interface MilpAnswer {
  /** `none`: no integer point was found, whether for lack of time or because none exists. */
  kind: 'optimal' | 'feasible' | 'none'
  vars: Record<string, number>
  seconds: number
}

/** GLPK checks its clock only between nodes; after this extra time the thread is ended. */
const GRACE_SECONDS = 5

/**
 * The best point of an integer program found within the limit, by GLPK in a thread that is kept
 * warm; also `none` when the thread had to be ended.
 * @throws the signal's reason when aborted, which ends the thread; or the error that made the
 * thread fail
 */
export async function solveMilp(
  lp: IntegerProgram,
  timeLimitSeconds: number,
  signal?: AbortSignal,
): Promise<MilpAnswer> {
  signal?.throwIfAborted()
  const worker = takeThread()
  const end = () => void endThread(worker)
  const overdue = setTimeout(end, (timeLimitSeconds + GRACE_SECONDS) * 1000)
  signal?.addEventListener('abort', end)
  try {
    const answer = await ask(worker, { lp, timeLimitSeconds })
    signal?.throwIfAborted()
    if (answer) leaveThread(worker)
    return answer ?? { kind: 'none', vars: {}, seconds: timeLimitSeconds }
  } finally {
    clearTimeout(overdue)
    signal?.removeEventListener('abort', end)
  }
}

/** Settles on the first of an answer, an error, or the end of the thread, which counts as null. */
function ask(
  worker: Worker,
  question: { lp: IntegerProgram; timeLimitSeconds: number },
): Promise<MilpAnswer | null> {
  return new Promise((resolve, reject) => {
    const onMessage = (answer: MilpAnswer) => settle(() => resolve(answer))
    const onError = (error: Error) => settle(() => reject(error))
    const onExit = () => settle(() => resolve(null))
    const settle = (finish: () => void) => {
      worker.off('message', onMessage).off('error', onError).off('exit', onExit)
      finish()
    }
    worker.on('message', onMessage).on('error', onError).on('exit', onExit)
    worker.postMessage(question)
  })
}
