'use client'

import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { ThemeProvider } from 'next-themes'
import { Tooltip } from 'radix-ui'
import { type ReactNode, useState } from 'react'
import { hasStatus, problemOf } from '../../lib/api.ts'
import { signInPath } from '../../lib/sign-in-path.ts'

/** Pages that are read without a session; a 401 there is an answer, not an expiry. */
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
  // A refused password while re-authenticating is also a 401 but not the end of the session.
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
        // Only a lost connection or a failing server is worth asking again.
        retry: (failures, error) =>
          failures < 2 && [0, 502, 503, 504].includes(problemOf(error).status),
      },
    },
  })
}
