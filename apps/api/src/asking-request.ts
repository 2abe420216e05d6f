import { AsyncLocalStorage } from 'node:async_hooks'

/** What an operator can follow through the logs of all processes, and through traces. */
interface Asking {
  requestId: string | null
  /** The span in which it runs, as W3C Trace Context writes it; null where nothing is traced. */
  traceParent: string | null
}

const asking = new AsyncLocalStorage<Asking>()
const NOBODY: Asking = { requestId: null, traceParent: null }

/** Runs what a request asked for; jobs that it enqueues, and their own jobs, carry its id. */
export function onBehalfOf<T>(
  requestId: string | null,
  run: () => T,
  traceParent: string | null = null,
): T {
  return requestId === null && traceParent === null
    ? run()
    : asking.run({ requestId, traceParent }, run)
}

/** The request behind what runs now; nothing where the product itself began it. */
export function askingRequest(): Asking {
  return asking.getStore() ?? NOBODY
}
