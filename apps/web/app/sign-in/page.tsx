import { getSetup, getSignInWays } from '@steelyard/contract'
import { HydrationBoundary } from '@tanstack/react-query'
import type { Metadata } from 'next'
import { Suspense } from 'react'
import { AccessFrame } from '../../components/access/access-frame.tsx'
import { SignInForm } from '../../components/access/sign-in-form.tsx'
import { WaysIn } from '../../components/access/ways-in.tsx'
import { answerOf, prefetch } from '../../lib/server-api.ts'

export const metadata: Metadata = { title: 'Sign in' }

export default async function SignInPage() {
  return (
    <HydrationBoundary state={await prefetch(answerOf(getSetup), answerOf(getSignInWays))}>
      <AccessFrame title="Sign in" description="Weigh the domains of your Xen hosts.">
        <Suspense>
          <WaysIn>
            <SignInForm />
          </WaysIn>
        </Suspense>
      </AccessFrame>
    </HydrationBoundary>
  )
}
