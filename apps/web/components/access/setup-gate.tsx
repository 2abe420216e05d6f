'use client'

import { getSetup } from '@steelyard/contract'
import { useSearchParams } from 'next/navigation'
import { useApi } from '../../lib/use-api.ts'
import { ProblemAlert } from '../ui/problem-alert.tsx'
import { SkeletonLines } from '../ui/skeleton.tsx'
import { SetupForm } from './setup-form.tsx'
import { SetupLinkRefused } from './setup-link-refused.tsx'

/** Tells a used or incomplete link apart before anything is typed. */
export function SetupGate() {
  const token = useSearchParams().get('token') ?? ''
  const setup = useApi(getSetup)
  if (setup.error) return <ProblemAlert error={setup.error} onRetry={() => setup.refetch()} />
  if (!setup.data) return <SkeletonLines />
  if (!setup.data.needed) {
    return <SetupLinkRefused detail="The administrator has already been created." />
  }
  if (token.length < 20) {
    return <SetupLinkRefused detail="The link is incomplete: its token is missing or cut off." />
  }
  return <SetupForm token={token} />
}
