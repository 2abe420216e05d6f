import type { Metadata } from 'next'
import { Suspense } from 'react'
import { AccessFrame } from '../../components/access/access-frame.tsx'
import { SetupGate } from '../../components/access/setup-gate.tsx'

export const metadata: Metadata = { title: 'Set up', referrer: 'no-referrer' }

export default function SetupPage() {
  return (
    <AccessFrame
      title="Welcome to Steelyard"
      description="Create the administrator of this installation."
    >
      <noscript>
        <p className="mb-6">
          Creating the administrator needs JavaScript. Turn it on for this page.
        </p>
      </noscript>
      <Suspense>
        <SetupGate />
      </Suspense>
    </AccessFrame>
  )
}
