import { HydrationBoundary } from '@tanstack/react-query'
import type { Metadata } from 'next'
import { ApprovalRules } from '../../../../components/approval-rules/approval-rules.tsx'
import { Permitted } from '../../../../components/ui/permitted.tsx'
import { answerOf, prefetch } from '../../../../lib/server-api.ts'

export const metadata: Metadata = { title: 'Approval' }

export default async function ApprovalPage() {
  return (
    <HydrationBoundary state={await prefetch(answerOf('listApprovalRules'))}>
      <Permitted needs="people:manage" doing="managing approval">
        <ApprovalRules />
      </Permitted>
    </HydrationBoundary>
  )
}
