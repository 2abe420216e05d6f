import type { Metadata } from 'next'
import { Suspense } from 'react'
import { WelcomeGate } from '../../components/access/welcome-gate.tsx'

export const metadata: Metadata = { title: 'Welcome', referrer: 'no-referrer' }

export default function WelcomePage() {
  return (
    <Suspense>
      <WelcomeGate />
    </Suspense>
  )
}
