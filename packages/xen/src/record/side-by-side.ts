/**
 * Runs two tasks that are worthless without each other: when one fails, the other is stopped and
 * awaited, and the first failure is thrown.
 */
export async function sideBySide<A, B>(
  one: (signal: AbortSignal) => Promise<A>,
  other: (signal: AbortSignal) => Promise<B>,
  signal: AbortSignal | undefined,
): Promise<[A, B]> {
  const stop = new AbortController()
  const either = AbortSignal.any(signal ? [signal, stop.signal] : [stop.signal])
  let failure: { error: unknown } | undefined
  const watched = async <T>(run: (signal: AbortSignal) => Promise<T>): Promise<T | undefined> => {
    try {
      return await run(either)
    } catch (error) {
      failure ??= { error }
      stop.abort()
      return undefined
    }
  }
  const results = await Promise.all([watched(one), watched(other)])
  if (failure) throw failure.error
  return results as [A, B]
}
