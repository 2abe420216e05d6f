import { Worker } from 'node:worker_threads'

/** A thread takes longer to start than most programs to solve, so it waits a little for the next one. */
const WAITING_MS = 2_000

const waiting = new Map<Worker, NodeJS.Timeout>()

/** A thread with a GLPK in it that does nothing: one that waits, or a new one. */
export function takeThread(): Worker {
  const [known] = [...waiting].at(-1) ?? []
  if (!known) return startThread()
  forget(known)
  known.ref()
  return known
}

/**
 * For the next program. Does not keep the process alive meanwhile, and ends when none comes: that gives its
 * WebAssembly memory back.
 */
export function leaveThread(worker: Worker): void {
  worker.unref()
  waiting.set(worker, setTimeout(() => void endThread(worker), WAITING_MS).unref())
}

/** For one that is in the middle of a program or has failed. */
export async function endThread(worker: Worker): Promise<void> {
  forget(worker)
  await worker.terminate()
}

function startThread(): Worker {
  // No loaders of the process: the thread is plain JavaScript and starts sooner without them.
  const worker = new Worker(new URL('./glpk-worker.mjs', import.meta.url), { execArgv: [] })
  worker.once('exit', () => forget(worker))
  return worker
}

function forget(worker: Worker): void {
  clearTimeout(waiting.get(worker))
  waiting.delete(worker)
}
