import type { Metadata } from 'next'
import { Suspense } from 'react'
import { AccessFrame } from '../../components/access/access-frame.tsx'
import { SignInForm } from '../../components/access/sign-in-form.tsx'

export const metadata: Metadata = { title: 'Sign in' }

export default function SignInPage() {
  return (
    <AccessFrame title="Sign in" description="Weigh the domains of your Xen hosts.">
      <Suspense>
        <SignInForm />
      </Suspense>
    </AccessFrame>
  )
}
