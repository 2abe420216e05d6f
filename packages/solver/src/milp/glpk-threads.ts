import { Worker } from 'node:worker_threads'

/**
 * A thread takes longer to start than most programs take to solve, so it stays idle for a while.
 */
const WAITING_MS = 2_000

const waiting = new Map<Worker, NodeJS.Timeout>()

/** A free thread with GLPK loaded: an idle one, or a new one. */
export function takeThread(): Worker {
  const [known] = [...waiting].at(-1) ?? []
  if (!known) return startThread()
  forget(known)
  known.ref()
  return known
}

/**
 * Keeps the thread for the next program. It does not keep the process alive meanwhile, and it ends
 * when no program arrives, which frees its WebAssembly memory.
 */
export function leaveThread(worker: Worker): void {
  worker.unref()
  waiting.set(worker, setTimeout(() => void endThread(worker), WAITING_MS).unref())
}

/** Ends a thread that is in the middle of a program or has failed. */
export async function endThread(worker: Worker): Promise<void> {
  forget(worker)
  await worker.terminate()
}

function startThread(): Worker {
  // Without the loaders of the process: the thread is plain JavaScript and starts faster.
  const worker = new Worker(new URL('./glpk-worker.mjs', import.meta.url), { execArgv: [] })
  worker.once('exit', () => forget(worker))
  return worker
}

function forget(worker: Worker): void {
  clearTimeout(waiting.get(worker))
  waiting.delete(worker)
}
