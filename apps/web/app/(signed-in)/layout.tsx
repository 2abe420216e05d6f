import { getLoop, getSession, listEstimators } from '@steelyard/contract'
import { HydrationBoundary } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Shell } from '../../components/shell/shell.tsx'
import { answerOf, prefetch } from '../../lib/server-api.ts'

export default async function SignedInLayout({ children }: { children: ReactNode }) {
  return (
    <HydrationBoundary
      state={await prefetch(answerOf(getSession), answerOf(listEstimators), answerOf(getLoop))}
    >
      <Shell>{children}</Shell>
    </HydrationBoundary>
  )
}
