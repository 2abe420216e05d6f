import type { Listener } from './listener.ts'

/**
 * Reads something now and after each change that is announced, until the reading says that it is
 * over, or until the signal. Changes during a reading lead to one more, because only the latest state
 * matters.
 * @throws what `read` throws
 */
export async function onEachChange(
  listener: Listener,
  {
    signal,
    ...of
  }: { channel: Parameters<Listener['subscribe']>[0]; id: string; signal: AbortSignal },
  read: () => Promise<'over' | 'goes on'>,
): Promise<void> {
  let wake: (() => void) | undefined
  let changed = true
  const unsubscribe = listener.subscribe(of.channel, of.id, () => {
    changed = true
    wake?.()
  })
  const stop = () => wake?.()
  signal.addEventListener('abort', stop)
  try {
    while (!signal.aborted) {
      if (!changed) {
        await new Promise<void>((resolve) => {
          wake = resolve
        })
        continue
      }
      changed = false
      if ((await read()) === 'over') return
    }
  } finally {
    signal.removeEventListener('abort', stop)
    unsubscribe()
  }
}
