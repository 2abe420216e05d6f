import { ApiError, signInPath } from '@steelyard/contract/plain'
import { HydrationBoundary } from '@tanstack/react-query'
import { redirect } from 'next/navigation'
import type { ReactNode } from 'react'
import { Shell } from '../../components/shell/shell.tsx'
import { answerOf, pathOfRequest, prefetch } from '../../lib/server-api.ts'

export default async function SignedInLayout({ children }: { children: ReactNode }) {
  const session = answerOf('getSession')
  const [state, hasEnded] = await Promise.all([
    prefetch(session, answerOf('listEstimators'), answerOf('getLoop')),
    session.read().then(
      () => false,
      (error) => error instanceof ApiError && error.problem.status === 401,
    ),
  ])
  if (hasEnded) redirect(signInPath(await pathOfRequest()))
  return (
    <HydrationBoundary state={state}>
      <Shell>{children}</Shell>
    </HydrationBoundary>
  )
}
