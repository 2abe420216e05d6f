'use client'

import type { Plan } from '@steelyard/contract'
import Link from 'next/link'
import { hasStatus } from '../../lib/api.ts'
import { formatDateTime } from '../../lib/format/dates.ts'
import { hostPath } from '../../lib/host-paths.ts'
import { optionWords } from '../../lib/option-words.ts'
import { useApi } from '../../lib/use-api.ts'
import { useJob } from '../../lib/use-job.ts'
import { HostTagsContext } from '../../lib/use-session.ts'
import { Card } from '../ui/card.tsx'
import { NoSuch } from '../ui/no-such.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { ProblemAlert } from '../ui/problem-alert.tsx'
import { SkeletonLines } from '../ui/skeleton.tsx'
import { ApplicationCard } from './application/application-card.tsx'
import { PlanBody } from './plan-body.tsx'
import { PlanRecommendation } from './plan-recommendation.tsx'
import { PlanStepper } from './plan-stepper.tsx'
import { isByHand } from './run-yourself.tsx'

const moving: readonly Plan['state'][] = ['draft', 'confirmed', 'applying']

export function PlanPage({ id }: { id: string }) {
  const query = useApi(
    'getPlan',
    { params: { id } },
    { refetchInterval: (plan) => (plan && moving.includes(plan.state) ? 2_000 : false) },
  )
  const plan = query.data
  const { job } = useJob(plan?.state === 'draft' ? plan.jobId : null, () => query.refetch())
  if (!plan) {
    if (hasStatus(query.error, 404)) {
      return (
        <NoSuch
          what="plan"
          why="It may have been deleted together with its host."
          list={{ href: '/', label: 'All hosts' }}
        />
      )
    }
    return (
      <>
        <PageHeader title="Plan" />
        {query.error ? (
          <ProblemAlert error={query.error} onRetry={() => query.refetch()} />
        ) : (
          <SkeletonLines lines={6} label="Loading the plan" />
        )}
      </>
    )
  }
  return (
    <HostTagsContext value={plan.hostTags}>
      <PageHeader
        back={{ href: hostPath(plan.hostId), label: plan.hostName }}
        title={titleOf(plan)}
        description={<Origin plan={plan} />}
      />
      <div className="space-y-6">
        {isByHand(plan) ? null : (
          <Card aria-label="State" className="px-4 py-4 sm:px-6">
            <PlanStepper state={plan.state} wasPlanned={plan.plannedAt !== null} />
          </Card>
        )}
        {plan.applicationIds.toReversed().map((applicationId) => (
          <ApplicationCard key={applicationId} id={applicationId} />
        ))}
        <PlanBody plan={plan} job={job} />
      </div>
    </HostTagsContext>
  )
}

/** Whose weights it sets, as the options name them. */
function titleOf({ option, ownWeights, hostName }: Plan): string {
  const [name] = option ?? []
  const what = name ? optionWords[name].title : ownWeights ? 'your own weights' : null
  return what ? `Plan for ${hostName}: ${what}` : `Plan for ${hostName}`
}

function Origin({ plan }: { plan: Plan }) {
  return (
    <>
      {plan.analysisId ? (
        <>
          From{' '}
          <Link
            className="text-accent underline underline-offset-4"
            href={hostPath(plan.hostId, '', plan.analysisId)}
          >
            its analysis
          </Link>
        </>
      ) : (
        (plan.origin ?? 'Set by hand')
      )}
      <PlanRecommendation plan={plan} />
      {' · '}made {formatDateTime(plan.createdAt)}
      {plan.madeBy ? ` by ${plan.madeBy}` : ''}
      {plan.scheduler ? ` · scheduler ${plan.scheduler}` : ''}
    </>
  )
}
