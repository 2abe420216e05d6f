'use client'

import { QueryClientProvider } from '@tanstack/react-query'
import { ThemeProvider } from 'next-themes'
import { Tooltip } from 'radix-ui'
import { type ReactNode, useState } from 'react'
import { createQueryClient } from '../../lib/query-client.ts'

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
