import { HydrationBoundary } from '@tanstack/react-query'
import type { Metadata } from 'next'
import { Suspense } from 'react'
import { AccessFrame } from '../../components/access/access-frame.tsx'
import { SignIn } from '../../components/access/sign-in.tsx'
import { answerOf, prefetch, requestBringsSession, type Wanted } from '../../lib/server-api.ts'

export const metadata: Metadata = { title: 'Sign in' }

export default async function SignInPage() {
  const wanted: Wanted[] = [answerOf('getSetup'), answerOf('getSignInWays')]
  // Without the cookie the browser has to ask: it may have a session after all.
  if (await requestBringsSession()) wanted.push(answerOf('getSignInState'))
  return (
    <HydrationBoundary state={await prefetch(...wanted)}>
      <AccessFrame title="Sign in">
        <Suspense>
          <SignIn />
        </Suspense>
      </AccessFrame>
    </HydrationBoundary>
  )
}
