import { AsyncLocalStorage } from 'node:async_hooks'

/** What an operator can follow through the logs of all processes. */
const asking = new AsyncLocalStorage<string>()

/** Runs what a request asked for; jobs that it enqueues, and their own jobs, carry its id. */
export function onBehalfOf<T>(requestId: string | null, run: () => T): T {
  return requestId === null ? run() : asking.run(requestId, run)
}

/** The request behind what runs now; null where the product itself began it. */
export function askingRequestId(): string | null {
  return asking.getStore() ?? null
}
