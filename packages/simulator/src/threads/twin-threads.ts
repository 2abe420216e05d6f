import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'

/**
 * A thread takes longer to start than many a run takes, so it stays idle for a while: longer than
 * the pauses between the runs of one analysis, even on a busy machine.
 */
const WAITING_MS = 10_000

const waiting = new Map<Worker, NodeJS.Timeout>()

export interface InThreadsOptions {
  /** Maximum number of worker threads. Default: that of the machine, at most one per job. */
  threads?: number
  /** Aborting ends the threads at once. */
  signal?: AbortSignal
}

/**
 * Runs jobs in threads of `twin-worker.mjs`, each thread one after the other.
 * @param enter prepares a thread before its first job and returns how it runs a job
 * @throws the signal's reason when aborted, otherwise the error of the first job to fail
 */
export async function inThreads<Job>(
  jobs: readonly Job[],
  { threads = availableParallelism(), signal }: InThreadsOptions,
  enter: (worker: Worker) => (job: Job) => Promise<void>,
): Promise<void> {
  signal?.throwIfAborted()
  const left = jobs.values()
  const work = async () => {
    const worker = takeThread()
    const end = () => void endThread(worker)
    signal?.addEventListener('abort', end)
    try {
      const play = enter(worker)
      for (const job of left) await play(job)
      leaveThread(worker)
    } catch (error) {
      await endThread(worker)
      throw error
    } finally {
      signal?.removeEventListener('abort', end)
    }
  }
  const count = Math.min(Math.max(1, threads), jobs.length)
  const settled = await Promise.allSettled(Array.from({ length: count }, work))
  signal?.throwIfAborted()
  for (const outcome of settled) if (outcome.status === 'rejected') throw outcome.reason
}

/** A free thread: an idle one, or a new one. */
function takeThread(): Worker {
  const [known] = [...waiting].at(-1) ?? []
  if (!known) return startThread()
  forget(known)
  known.ref()
  return known
}

/** Keeps the thread for the next question. It does not keep the process alive meanwhile. */
function leaveThread(worker: Worker): void {
  worker.unref()
  waiting.set(worker, setTimeout(() => endThread(worker), WAITING_MS).unref())
}

/** Ends a thread that is in the middle of a run or has failed. */
async function endThread(worker: Worker): Promise<void> {
  forget(worker)
  await worker.terminate()
}

function startThread(): Worker {
  // Without the loaders of the process: the thread registers its own.
  const worker = new Worker(new URL('./twin-worker.mjs', import.meta.url), { execArgv: [] })
  worker.once('exit', () => forget(worker))
  return worker
}

function forget(worker: Worker): void {
  clearTimeout(waiting.get(worker))
  waiting.delete(worker)
}
