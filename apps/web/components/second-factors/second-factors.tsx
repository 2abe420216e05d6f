'use client'

import { useState } from 'react'
import { useApi } from '../../lib/use-api.ts'
import { Alert } from '../ui/alert.tsx'
import { ProblemAlert } from '../ui/problem-alert.tsx'
import { SkeletonLines } from '../ui/skeleton.tsx'
import { AppCard } from './app-card.tsx'
import { PasskeysCard } from './passkeys-card.tsx'
import { RecoveryCard } from './recovery-card.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { isProtected, verdictOf } from './verdict-of.ts'

/** How the user signs in, and what would make it safer. */
export function SecondFactors() {
  const factors = useApi('getSecondFactors')
  const [codes, setCodes] = useState<string[] | null>(null)
  if (factors.error) return <ProblemAlert error={factors.error} onRetry={() => factors.refetch()} />
  if (!factors.data) return <SkeletonLines label="Loading how you sign in" />
  const { app, passkeys, recoveryCodesLeft, required } = factors.data
  return (
    <div className="space-y-6">
      <Alert tone={isProtected(factors.data) ? 'ok' : 'warn'} title={verdictOf(factors.data)}>
        {required ? <p>Your role needs a second factor.</p> : null}
      </Alert>
      {codes ? <RecoveryCodes codes={codes} onDone={() => setCodes(null)} /> : null}
      <PasskeysCard passkeys={passkeys} onCodes={setCodes} />
      <AppCard isSetUp={app} onCodes={setCodes} />
      {isProtected(factors.data) ? (
        <RecoveryCard left={recoveryCodesLeft} onCodes={setCodes} />
      ) : null}
    </div>
  )
}
