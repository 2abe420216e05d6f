'use client'

import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { ThemeProvider } from 'next-themes'
import { Tooltip } from 'radix-ui'
import { type ReactNode, useState } from 'react'
import { hasStatus, problemOf } from '../../lib/api.ts'
import { signInPath } from '../../lib/sign-in-path.ts'

/**
 * Pages that need no session: a 401 there is an answer and does not mean that a session expired.
 */
const publicPaths = ['/sign-in', '/setup']

export function Providers({ nonce, children }: { nonce?: string; children: ReactNode }) {
  const [queryClient] = useState(createQueryClient)
  return (
    <ThemeProvider attribute="class" defaultTheme="system" nonce={nonce} disableTransitionOnChange>
      <QueryClientProvider client={queryClient}>
        <Tooltip.Provider delayDuration={250}>{children}</Tooltip.Provider>
      </QueryClientProvider>
    </ThemeProvider>
  )
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
