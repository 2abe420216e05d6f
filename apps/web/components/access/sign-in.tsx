'use client'

import type { SignInState } from '@steelyard/contract'
import { safeReturnPath } from '@steelyard/contract/plain'
import { useSearchParams } from 'next/navigation'
import { useEffect, useState } from 'react'
import { useApi } from '../../lib/use-api.ts'
import { Enrolment } from '../second-factors/enrolment.tsx'
import { CodeStep } from './code-step.tsx'
import { SignInForm } from './sign-in-form.tsx'
import { WaysIn } from './ways-in.tsx'

const start: SignInState = { step: 'signed-out', methods: [] }

/**
 * Shows the step of the sign-in that is missing, also after the page was reloaded. A step that has
 * begun stays until the person goes on: the last one shows recovery codes when all is complete.
 */
export function SignIn() {
  const query = useSearchParams()
  const next = safeReturnPath(query.get('next'))
  const [begun, setBegun] = useState<SignInState | null>(null)
  const known = useApi('getSignInState', {}, { enabled: begun === null })
  const isMissing = (step?: string) => step === 'second-factor' || step === 'enrol'
  if (begun === null && isMissing(known.data?.step)) setBegun(known.data!)
  // A full page load discards every answer cached before the session began.
  const enter = () => location.assign(next)
  // Whoever follows a link from elsewhere comes without the cookie, and has a session all the same.
  const isIn = begun === null && known.data?.step === 'complete' && !query.has('refused')
  useEffect(() => {
    if (isIn) location.assign(next)
  }, [isIn, next])
  if (begun?.step === 'enrol') return <Enrolment onDone={enter} />
  if (begun?.step === 'second-factor') {
    return (
      <CodeStep
        methods={begun.methods}
        next={next}
        onDone={enter}
        onStartAgain={() => setBegun(start)}
      />
    )
  }
  return (
    <WaysIn>
      <SignInForm onEntered={(state) => (state.step === 'complete' ? enter() : setBegun(state))} />
    </WaysIn>
  )
}
