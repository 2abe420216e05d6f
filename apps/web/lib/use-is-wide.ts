'use client'

import { useSyncExternalStore } from 'react'

const QUERY = '(width >= 64rem)'

/** Whether tables have room beside each other; a phone stacks them, and folds what is not read first. */
export function useIsWide(): boolean {
  return useSyncExternalStore(
    (onChange) => {
      const media = matchMedia(QUERY)
      media.addEventListener('change', onChange)
      return () => media.removeEventListener('change', onChange)
    },
    () => matchMedia(QUERY).matches,
    () => false,
  )
}
