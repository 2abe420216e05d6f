'use client'

import { getSession } from '@steelyard/contract'
import type { ReactNode } from 'react'
import { hasStatus } from '../../lib/api.ts'
import { useApi } from '../../lib/use-api.ts'
import { SessionContext } from '../../lib/use-session.ts'
import { ProblemAlert } from '../ui/problem-alert.tsx'
import { SkeletonLines } from '../ui/skeleton.tsx'

/** Pages render once the session is known; without one the query client leads to signing in. */
export function SessionGate({ children }: { children: ReactNode }) {
  const session = useApi(getSession)
  if (session.data) return <SessionContext value={session.data}>{children}</SessionContext>
  if (session.error && !hasStatus(session.error, 401)) {
    return <ProblemAlert error={session.error} onRetry={() => session.refetch()} />
  }
  return (
    <div className="max-w-xl pt-4">
      <SkeletonLines lines={4} />
    </div>
  )
}
