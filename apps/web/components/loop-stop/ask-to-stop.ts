import { useSyncExternalStore } from 'react'

/** Whether the page asks whether to stop everything. The sidebar and the palette both begin that. */
let isOpen = false
const listeners = new Set<() => void>()

export function askToStop(open: boolean): void {
  isOpen = open
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function useIsAskingToStop(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => isOpen,
    () => false,
  )
}
