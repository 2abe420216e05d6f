import { Worker } from 'node:worker_threads'

/** A thread takes longer to start than many a run, so it waits a little for the next question. */
const WAITING_MS = 2_000

const waiting = new Map<Worker, NodeJS.Timeout>()

/** A thread of `twin-worker.mjs` that does nothing: one that waits, or a new one. */
export function takeThread(): Worker {
  const [known] = [...waiting].at(-1) ?? []
  if (!known) return startThread()
  forget(known)
  known.ref()
  return known
}

/** For the next question. Does not keep the process alive meanwhile. */
export function leaveThread(worker: Worker): void {
  worker.unref()
  waiting.set(worker, setTimeout(() => endThread(worker), WAITING_MS).unref())
}

/** For one that is in the middle of a run or has failed. */
export async function endThread(worker: Worker): Promise<void> {
  forget(worker)
  await worker.terminate()
}

function startThread(): Worker {
  // No loaders of the process: the thread registers its own.
  const worker = new Worker(new URL('./twin-worker.mjs', import.meta.url), { execArgv: [] })
  worker.once('exit', () => forget(worker))
  return worker
}

function forget(worker: Worker): void {
  clearTimeout(waiting.get(worker))
  waiting.delete(worker)
}
