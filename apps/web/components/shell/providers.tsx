'use client'

import { signInPath } from '@steelyard/contract/plain'
import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { usePathname, useSearchParams } from 'next/navigation'
import { ThemeProvider } from 'next-themes'
import { Fragment, type ReactNode, useEffect, useState } from 'react'
import { hasStatus, problemOf } from '../../lib/api.ts'
import {
  appearAs,
  hasAppeared,
  knownTimeZone,
  showTimesIn,
  TIME_ZONE_COOKIE,
} from '../../lib/format/first-paint.ts'

/**
 * Pages that need no session: a 401 there is an answer and does not mean that a session expired.
 */
const publicPaths = ['/sign-in', '/setup']

export function Providers({
  nonce,
  timeZone = 'UTC',
  renderedAtMs = Date.now(),
  children,
}: {
  nonce?: string
  /** The zone of the times in what the server rendered. */
  timeZone?: string
  renderedAtMs?: number
  children: ReactNode
}) {
  const [queryClient] = useState(createQueryClient)
  const zone = useTimeZone(timeZone, renderedAtMs)
  return (
    <ThemeProvider attribute="class" defaultTheme="system" nonce={nonce} disableTransitionOnChange>
      <QueryClientProvider client={queryClient}>
        <Fragment key={zone}>{children}</Fragment>
      </QueryClientProvider>
    </ThemeProvider>
  )
}

/**
 * The zone of the address, or else the reader's. The browser tells its own in a cookie, so only the
 * first page ever, usually the sign-in, appears in another one and is made anew.
 */
function useTimeZone(rendered: string, renderedAtMs: number): string {
  const [own, setOwn] = useState(() => {
    appearAs(rendered, renderedAtMs)
    return rendered
  })
  useEffect(() => {
    const here = knownTimeZone(Intl.DateTimeFormat().resolvedOptions().timeZone)
    hasAppeared()
    setOwn(here)
    if (here === rendered) return
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API needs https
    document.cookie = `${TIME_ZONE_COOKIE}=${here}; path=/; max-age=31536000; samesite=lax`
  }, [rendered])
  const asked = useSearchParams().get('zone')
  // Pages without a session show no times, and a form there may have been filled in already.
  const isPublic = publicPaths.includes(usePathname())
  const zone = isPublic ? rendered : asked ? knownTimeZone(asked) : own
  showTimesIn(zone)
  return zone
}

function signInAgain(error: unknown) {
  if (!hasStatus(error, 401) || publicPaths.includes(location.pathname)) return
  // A wrong password during re-authentication is also a 401 but does not end the session.
  if (problemOf(error).code !== 'unauthenticated') return
  location.assign(signInPath(location.pathname + location.search))
}

function createQueryClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({ onError: signInAgain }),
    mutationCache: new MutationCache({ onError: signInAgain }),
    defaultOptions: {
      queries: {
        staleTime: 5_000,
        // Only a lost connection or a failing server is worth a retry.
        retry: (failures, error) =>
          failures < 2 && [0, 502, 503, 504].includes(problemOf(error).status),
      },
    },
  })
}
