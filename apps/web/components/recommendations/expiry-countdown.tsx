'use client'

import { formatDateTime } from '../../lib/format/dates.ts'
import { useNow } from '../../lib/use-now.ts'

/** The time that is left, in digits of one width, so that nothing moves while it runs down. */
export function ExpiryCountdown({ expiresAt }: { expiresAt: string }) {
  const leftMs = Math.max(0, Date.parse(expiresAt) - useNow(1_000))
  return (
    <span className="text-sm whitespace-nowrap text-ink-faint">
      Expires in{' '}
      <time
        dateTime={expiresAt}
        title={formatDateTime(expiresAt)}
        // The server's second is not the browser's.
        suppressHydrationWarning
        className="inline-block min-w-[7ch] text-right font-medium text-ink tabular"
      >
        {countdownWords(leftMs)}
      </time>
    </span>
  )
}

/** `0:04:09`, `26:00:00` */
export function countdownWords(leftMs: number): string {
  const seconds = Math.ceil(leftMs / 1000)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`
}
