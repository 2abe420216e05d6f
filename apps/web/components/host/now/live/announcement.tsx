'use client'

import { useEffect, useRef, useState } from 'react'

const LEAST_BETWEEN_MS = 60_000

/** Tells a changing sentence to screen readers, politely and at most once a minute. */
export function Announcement({ text }: { text: string }) {
  const [told, setTold] = useState('')
  const toldAt = useRef(0)
  useEffect(() => {
    if (text === told) return
    const wait = Math.max(0, toldAt.current + LEAST_BETWEEN_MS - Date.now())
    const timer = setTimeout(() => {
      toldAt.current = Date.now()
      setTold(text)
    }, wait)
    return () => clearTimeout(timer)
  }, [text, told])
  return (
    <p role="status" className="sr-only">
      {told}
    </p>
  )
}
