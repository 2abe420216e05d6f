'use client'

import { useEffect, useState } from 'react'
import { shownNow } from './format/first-paint.ts'

/** The current time, renewed every `everyMs` milliseconds; null stops the clock. */
export function useNow(everyMs: number | null): number {
  const [now, setNow] = useState(shownNow)
  useEffect(() => {
    if (everyMs === null) return
    const timer = setInterval(() => setNow(Date.now()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return now
}
