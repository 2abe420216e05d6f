import { getSetup, getSignInState, getSignInWays } from '@steelyard/contract'
import { HydrationBoundary } from '@tanstack/react-query'
import type { Metadata } from 'next'
import { Suspense } from 'react'
import { AccessFrame } from '../../components/access/access-frame.tsx'
import { SignIn } from '../../components/access/sign-in.tsx'
import { answerOf, prefetch } from '../../lib/server-api.ts'

export const metadata: Metadata = { title: 'Sign in' }

export default async function SignInPage() {
  const wanted = [answerOf(getSetup), answerOf(getSignInWays), answerOf(getSignInState)]
  return (
    <HydrationBoundary state={await prefetch(...wanted)}>
      <AccessFrame title="Sign in" description="Weigh the domains of your Xen hosts.">
        <Suspense>
          <SignIn />
        </Suspense>
      </AccessFrame>
    </HydrationBoundary>
  )
}
