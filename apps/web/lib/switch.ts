import { useSyncExternalStore } from 'react'

/** Whether something is open over the page that any part of the page may open. */
export function createSwitch() {
  let isOn = false
  const listeners = new Set<() => void>()
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  return {
    turn(on: boolean): void {
      isOn = on
      for (const listener of listeners) listener()
    },
    useIsOn: () =>
      useSyncExternalStore(
        subscribe,
        () => isOn,
        () => false,
      ),
  }
}
