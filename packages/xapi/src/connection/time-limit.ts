import { XapiError } from '../xapi-error.ts'

/**
 * Runs something that ends by a time of ours, whatever XAPI does: a call to a silent member was seen
 * to hang for more than two minutes.
 *
 * @throws XapiError `timeout` or `cancelled`, and what `work` throws
 */
export async function withTimeLimit<T>(
  what: string,
  seconds: number,
  signal: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const stop = new AbortController()
  const cancel = () => stop.abort(new XapiError('cancelled', `${what} was cancelled.`))
  const late = () =>
    stop.abort(new XapiError('timeout', `${what} was not answered within ${seconds} s.`))
  if (signal?.aborted) cancel()
  signal?.addEventListener('abort', cancel, { once: true })
  const timer = setTimeout(late, seconds * 1000)
  try {
    stop.signal.throwIfAborted()
    return await Promise.race([work(stop.signal), endOf(stop.signal)])
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', cancel)
  }
}

function endOf(signal: AbortSignal): Promise<never> {
  return new Promise((_, fail) =>
    signal.addEventListener('abort', () => fail(signal.reason), { once: true }),
  )
}
