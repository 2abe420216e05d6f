import { HydrationBoundary } from '@tanstack/react-query'
import type { Metadata } from 'next'
import { SecondFactors } from '../../../../components/second-factors/second-factors.tsx'
import { answerOf, prefetch } from '../../../../lib/server-api.ts'

export const metadata: Metadata = { title: 'Signing in' }

export default async function SigningInPage() {
  return (
    <HydrationBoundary
      state={await prefetch(answerOf('getSecondFactors'), answerOf('getSignInWays'))}
    >
      <SecondFactors />
    </HydrationBoundary>
  )
}
